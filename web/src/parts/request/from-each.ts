const FORM_OF_ADDRESS = /^(?:mr|mrs|ms|miss|mx|dr|prof|professor|sir|dame|lord|lady|rev)\.?$/i;

/** Returns the first word of a name: "Sarah" for "Mrs Sarah Smith" and for "Sarah & Rob Smith". */
function firstName(name: string): string {
  const words = name.trim().split(/\s+/);
  return words.find((word) => !FORM_OF_ADDRESS.test(word)) ?? name;
}

/** Returns short names that tell people apart: first names, or whole names of those whose first names are equal. */
export function shortNames(names: readonly string[]): string[] {
  const count = (first: string) => names.filter((name) => firstName(name).toLowerCase() === first.toLowerCase()).length;
  return names.map((name) => (count(firstName(name)) === 1 ? firstName(name) : name));
}

/** Returns the titles of a line that is asked of each person: "Passport (Sarah)" and "Passport (Rob)". */
export const titlesFor = (title: string, names: readonly string[]): string[] =>
  names.map((name) => `${title} (${name})`);
