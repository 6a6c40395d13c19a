/** Words that mean the same, by stem. */
import { fold } from '../analysis/fold.ts';
import { stemsOf } from '../analysis/stem.ts';
import { tokenise } from '../analysis/tokenise.ts';

/** For a stem the other members of its groups; each is a row of words, each word its possible stems. */
export type Synonyms = { of(stem: string): readonly string[][][] };

/** A member of several words is found for a word, but is itself looked for as single words. */
export function synonymsOf(groups: readonly (readonly string[])[]): Synonyms {
  const table = new Map<string, string[][][]>();
  for (const group of groups) {
    const members = group.map((text) => {
      const words: string[][] = [];
      tokenise(text, (raw) => words.push(stemsOf(fold(raw))));
      return words;
    });
    for (const member of members) {
      if (member.length !== 1) continue;
      const stem = member[0]![0]!;
      const others = members.filter((other) => other !== member && other.length > 0);
      table.set(stem, [...(table.get(stem) ?? []), ...others]);
    }
  }
  return { of: (stem) => table.get(stem) ?? [] };
}
