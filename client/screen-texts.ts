/**
 * Vite plugin that writes the message keys each screen can show to `screen-texts.json`, so that a visit loads only those
 * (docs/decisions/0087-message-catalogues-split-by-screen.md). The server reads the file in server/src/http/pages/screen-texts.ts. The keys of a
 * screen are those in the tree-shaken code of the sources it loads, immediately or lazily. Keys are assigned to sources, not to built files, because
 * a file shared by many screens contains more keys than each screen needs.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseSync, Visitor, type Plugin } from 'vite';
import { de, en } from '@fundus/contract/messages';
import { baseKeyOf, PUPIL } from '@fundus/contract/locale';
import { parseScreenMap } from './screen-files.ts';

/** A source file in the build: its tree-shaken code, its static imports, and its dynamic imports. */
export type Script = { code: string; imports: readonly string[]; later: readonly string[] };

/** All message keys without duplicates, and for each screen the indexes of its keys in that list. */
type ScreenTexts = { keys: string[]; screens: Record<string, number[]> };

const ENTRY = 'src/main.tsx';
/** Matches source files that can contain message keys. Packages contain none. */
const OURS = /[\\/](client|contract)[\\/]src[\\/]/;

/** Matches a key or a part of one: letters, digits, `_`, `.` and `-`. */
const PIECE = /^[\w.-]*$/;
/** Matches a part that is long enough not to match unrelated text. */
const KEY_WORD = /(^|\.)[a-zA-Z]{3,}(\.|$)/;

/** Matches a prefix of keys, such as `audit.state.`. */
const BEGINNING = /^[a-z][\w-]*\.([\w-]+\.)*$/;

/** Returns the keys that a script can show: those in its code, and those that match one of its template literals (`error.${code}`). */
export function findKeys(code: string, keys: ReadonlySet<string>): Set<string> {
  const said = new Set<string>();
  const shapes = new Set<string>();
  const read = (value: string): void => {
    if (keys.has(value)) said.add(value);
    else if (BEGINNING.test(value)) shapes.add(`${value.replaceAll('.', '\\.')}.+`);
  };
  new Visitor({
    Literal: ({ value }) => {
      if (typeof value === 'string') read(value);
    },
    TemplateLiteral: ({ quasis }) => {
      const pieces = quasis.map(({ value }) => value.cooked ?? value.raw);
      if (pieces.length === 1) return read(pieces[0]!);
      if (pieces.every((piece) => PIECE.test(piece)) && pieces.some((piece) => KEY_WORD.test(piece)))
        shapes.add(pieces.map((piece) => piece.replaceAll('.', '\\.')).join('.+'));
    },
  }).visit(parseSync('script.js', code).program);
  for (const shape of shapes) {
    const fits = new RegExp(`^${shape}$`);
    for (const key of keys) if (fits.test(key)) said.add(key);
  }
  // `t` shows the learners' variant of a text to learners.
  for (const key of [...said]) if (keys.has(key + PUPIL)) said.add(key + PUPIL);
  return said;
}

/**
 * Returns the keys of all screens. Includes the keys of sources that a screen loads lazily, but not those of other screens.
 *
 * @param screens Source of each screen by name, as in the table of screens.
 * @param entry Source that every page starts with.
 */
export function textsOfScreens(scripts: ReadonlyMap<string, Script>, entry: string, screens: Record<string, string>): ScreenTexts {
  const keys = [...new Set(Object.keys({ ...de, ...en }).map(baseKeyOf))];
  const places = new Map(keys.map((key, at) => [key, at]));
  const keysBySource = new Map([...scripts].map(([file, { code }]) => [file, findKeys(code, new Set(keys))]));
  const other = new Set(Object.values(screens));

  const reach = (file: string, seen: Set<string>): void => {
    const script = scripts.get(file);
    if (!script || seen.has(file)) return;
    seen.add(file);
    for (const next of script.imports) reach(next, seen);
    for (const next of script.later) if (!other.has(next)) reach(next, seen);
  };
  const textsOf = (source: string): number[] => {
    if (!scripts.has(source)) throw new Error(`the build does not contain ${source}`);
    const seen = new Set<string>();
    reach(entry, seen);
    reach(source, seen);
    const said = new Set([...seen].flatMap((one) => [...keysBySource.get(one)!]));
    return [...said].map((key) => places.get(key)!).sort((a, b) => a - b);
  };
  return { keys, screens: Object.fromEntries(Object.entries(screens).map(([name, source]) => [name, textsOf(source)])) };
}

export function screenTexts(): Plugin {
  let root = '';
  return {
    name: 'screen-texts',
    apply: 'build',
    configResolved: (config) => void (root = config.root),
    async writeBundle({ dir = 'dist' }, bundle) {
      const nameOf = (id: string): string => relative(root, id);
      const left = Object.assign({}, ...Object.values(bundle).map((file) => (file.type === 'chunk' ? file.modules : {}))) as Record<
        string,
        { code: string | null }
      >;
      const scripts = new Map<string, Script>();
      // Some modules have no code left after tree shaking, only imports.
      for (const id of [...this.getModuleIds()].filter((one) => OURS.test(one))) {
        const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)!;
        scripts.set(nameOf(id), {
          code: left[id]?.code ?? '',
          imports: importedIds.map(nameOf),
          later: dynamicallyImportedIds.map(nameOf),
        });
      }
      const screens = parseScreenMap(await readFile(join(root, 'src', 'app', 'screen-map.ts'), 'utf8'));
      await writeFile(join(dir, 'screen-texts.json'), JSON.stringify(textsOfScreens(scripts, ENTRY, screens)));
    },
  };
}
