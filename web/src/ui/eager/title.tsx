import { createContext, use } from 'react';
import { FIRM } from '../../lib/http/firm.ts';

/** What every title in a frame has around the page's own: what comes first, and the firm's name. */
export const TitleContext = createContext({ first: '', firm: FIRM });

/** What the firm is called in this frame: by its settings once they are known, else as the product was deployed. */
export const useFirm = () => use(TitleContext).firm;

/** Names the browser's tab: "(3) Client Dashboard · Harbour Financial Planning". */
export function Title({ children }: { children: string }) {
  const { first, firm } = use(TitleContext);
  return <title>{`${first}${children} · ${firm}`}</title>;
}
