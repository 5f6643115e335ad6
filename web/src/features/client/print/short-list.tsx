import type { ReactNode } from 'react';

interface Props<T> {
  items: readonly T[];
  /** Most that are shown; of further ones it says how many there are. */
  most: number;
  /** What stands in place of none. */
  none: string;
  children: (item: T) => ReactNode;
}

/** The first items of a list, and how many more there are: paper does not scroll. */
export function ShortList<T extends { id: string }>({ items, most, none, children }: Props<T>) {
  const more = items.length - most;
  if (items.length === 0) return <p>{none}</p>;
  return (
    <ul>
      {items.slice(0, most).map((item) => (
        <li key={item.id} dir="auto">
          {children(item)}
        </li>
      ))}
      {more > 0 && <li>and {more} more</li>}
    </ul>
  );
}
