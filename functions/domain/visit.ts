/** Where a request comes from. */
export interface Visit {
  /** The id of the browser, where it has one of ours. */
  device: string | undefined;
  /** The network that it comes from. */
  source: string;
  /** The browser in words. */
  label: string;
}
