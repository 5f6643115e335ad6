const bytes = (text: string) => Buffer.byteLength(text, 'utf8');

function sizeOf(value: unknown): number {
  if (typeof value === 'string') return bytes(value);
  if (typeof value === 'number') return 2 + Math.ceil(String(value).replace(/\D/g, '').length / 2);
  if (Array.isArray(value)) return 3 + value.reduce<number>((sum, element) => sum + 1 + sizeOf(element), 0);
  if (typeof value === 'object' && value !== null) return 3 + itemSize(value) + Object.keys(value).length;
  return 1;
}

/** An item's size in bytes by DynamoDB's rules: names and values in UTF-8, 3 for a map or list and 1 for each of its members. */
export const itemSize = (item: object): number =>
  Object.entries(item).reduce((sum, [name, value]) => sum + bytes(name) + sizeOf(value), 0);
