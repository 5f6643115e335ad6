import { useState } from 'react';
import { useLocation, useNavigationType, useSearchParams } from 'react-router';

export const TEXT = 'q';
/** Name in the address of the chosen adviser, whose id is the value. */
export const ADVISER = 'adviser';
export const GROUPED_BY = 'by';

/** Text as typed, which the address follows a moment later. A link or Back sets it to the address's text. */
function useText(ofAddress: string) {
  const { key } = useLocation();
  const isNavigation = useNavigationType() !== 'REPLACE';
  const [text, setText] = useState(ofAddress);
  const [known, setKnown] = useState(key);
  if (key !== known) {
    setKnown(key);
    if (isNavigation) setText(ofAddress);
  }
  return [text, setText] as const;
}

/** Returns the query of the address now. The last render may lack a change just before. */
export const currentParams = () => new URLSearchParams(window.location.search);

const REPLACE = { replace: true, preventScrollReset: true } as const;

/** Filter of a list by text and chosen values, kept in the address. */
export function useAddressFilter() {
  const [params, setParams] = useSearchParams();
  const [text, setText] = useText(params.get(TEXT) ?? '');
  /** Returns the query of the address with a value changed. */
  const queryWith = (name: string, value: string, before = params) => {
    const after = new URLSearchParams(before);
    if (value) after.set(name, value);
    else after.delete(name);
    return after;
  };
  const set = (name: string, value: string) => setParams(() => queryWith(name, value, currentParams()), REPLACE);
  return {
    text,
    chosen: (name: string) => params.get(name) ?? '',
    linkTo: (name: string, value: string) => ({ search: queryWith(name, value).toString() }),
    set,
    search: (typed: string) => {
      setText(typed);
      set(TEXT, typed);
    },
    /** Clears all but one value. */
    clear: (kept: string) => {
      const value = params.get(kept);
      setText('');
      setParams(value ? { [kept]: value } : {}, REPLACE);
    },
  };
}

export type AddressFilter = ReturnType<typeof useAddressFilter>;
