import { useSyncExternalStore } from 'react';

const paper = window.matchMedia('print');
let isAsked = false;

function subscribe(listener: () => void) {
  const set = (is: boolean) => () => {
    isAsked = is;
    listener();
  };
  const [begin, end] = [set(true), set(false)];
  window.addEventListener('beforeprint', begin);
  window.addEventListener('afterprint', end);
  paper.addEventListener('change', listener);
  return () => {
    window.removeEventListener('beforeprint', begin);
    window.removeEventListener('afterprint', end);
    paper.removeEventListener('change', listener);
  };
}

/** Whether the page is being printed, so that what only paper shows costs the screen nothing. */
export const usePrinting = () => useSyncExternalStore(subscribe, () => isAsked || paper.matches);
