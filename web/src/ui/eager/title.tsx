import { createContext, use } from 'react';
import { FIRM_NAME } from '../../lib/http/firm.ts';

/** Prefix of every page title in a frame, and the firm's name. */
export const TitleContext = createContext({ first: '', firm: FIRM_NAME });

/** Returns the firm's name: from the settings once they are loaded, else from the build. */
export const useFirm = () => use(TitleContext).firm;

/** Sets the title of the browser tab: "(3) Client Dashboard · Harbour Financial Planning". */
export function Title({ children }: { children: string }) {
  const { first, firm } = use(TitleContext);
  return <title>{`${first}${children} · ${firm}`}</title>;
}
