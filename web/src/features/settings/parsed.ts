/** What a text that was kept says; `none` where it says nothing. */
export function parsed<T>(text: string, none: T): T {
  try {
    return text ? JSON.parse(text) : none;
  } catch {
    return none;
  }
}
