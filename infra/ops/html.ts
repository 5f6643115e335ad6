const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** HTML that is safe as it stands. */
export class Html {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
}

type Value = Html | string | number | null | undefined | readonly Html[];

function rendered(value: Value): string {
  if (value instanceof Html) return value.text;
  if (Array.isArray(value)) return value.map((part: Html) => part.text).join('');
  return String(value ?? '').replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** A template whose values are escaped, unless they are {@link Html} themselves; `null` is blank. */
export const html = (parts: TemplateStringsArray, ...values: Value[]) =>
  new Html(parts.map((part, i) => part + (i < values.length ? rendered(values[i]) : '')).join(''));

/** A section with a table, or with a sentence where there are no rows. */
export const table = (title: string, heads: readonly string[], rows: readonly (readonly Value[])[]) =>
  html`<h2>${title}</h2>${
    rows.length === 0
      ? html`<p>None.</p>`
      : html`<table><thead><tr>${heads.map((head) => html`<th>${head}</th>`)}</tr></thead><tbody>${rows.map(
          (row) => html`<tr>${row.map((cell) => html`<td>${cell}</td>`)}</tr>`,
        )}</tbody></table>`
  }`;
