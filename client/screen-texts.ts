/**
 * Says which texts each screen may say (`screen-texts.json`; read by server/src/http/pages/screen-texts.ts), so that a visit loads these and not all
 * of the portal (docs/decisions/0087-message-catalogues-split-by-screen.md). The keys are found in what is left of each source in the build: those of every page, of the screen, and
 * of what it loads later. In which files they lie does not matter: a file that many screens share says more than each of them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { parseSync, Visitor, type Plugin } from 'vite';
import { de, en } from '@fundus/contract/messages';
import { askedKey } from '@fundus/contract/locale';
import { screensIn } from './screen-files.ts';

/** A source in the build: what is left of its code, the sources it cannot do without, and those it may load. */
export type Script = { code: string; imports: readonly string[]; later: readonly string[] };

/** Keys once, and by the name of a screen their places in that list. */
type ScreenTexts = { keys: string[]; screens: Record<string, number[]> };

const ENTRY = 'src/main.tsx';
/** Packages name none of our texts. */
const OURS = /[\\/](client|contract)[\\/]src[\\/]/;

/** A key, or a piece of one: letters, digits and points. */
const PIECE = /^[\w.-]*$/;
/** Enough of a key that something else is not taken for one. */
const TELLING = /(^|\.)[a-zA-Z]{3,}(\.|$)/;

/** The beginning of keys: `audit.state.`. */
const BEGINNING = /^[a-z][\w-]*\.([\w-]+\.)*$/;

/** The keys among `keys` that a script may say: those it names, and those that fit what it puts together (`error.${code}`). */
export function keysSaid(code: string, keys: ReadonlySet<string>): Set<string> {
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
      if (pieces.every((piece) => PIECE.test(piece)) && pieces.some((piece) => TELLING.test(piece)))
        shapes.add(pieces.map((piece) => piece.replaceAll('.', '\\.')).join('.+'));
    },
  }).visit(parseSync('script.js', code).program);
  for (const shape of shapes) {
    const fits = new RegExp(`^${shape}$`);
    for (const key of keys) if (fits.test(key)) said.add(key);
  }
  return said;
}

/**
 * The texts of all screens. What a screen loads later counts, another screen does not: it comes with its own texts.
 *
 * @param screens The source of each screen by its name, as the table of screens writes it.
 * @param entry The source every page begins with.
 */
export function textsOfScreens(scripts: ReadonlyMap<string, Script>, entry: string, screens: Record<string, string>): ScreenTexts {
  const keys = [...new Set(Object.keys({ ...de, ...en }).map(askedKey))];
  const places = new Map(keys.map((key, at) => [key, at]));
  const saidBy = new Map([...scripts].map(([file, { code }]) => [file, keysSaid(code, new Set(keys))]));
  const other = new Set(Object.values(screens));

  const reach = (file: string, seen: Set<string>): void => {
    const script = scripts.get(file);
    if (!script || seen.has(file)) return;
    seen.add(file);
    for (const next of script.imports) reach(next, seen);
    for (const next of script.later) if (!other.has(next)) reach(next, seen);
  };
  const textsOf = (source: string): number[] => {
    if (!scripts.has(source)) throw new Error(`${source} is not among the built files`);
    const seen = new Set<string>();
    reach(entry, seen);
    reach(source, seen);
    const said = new Set([...seen].flatMap((one) => [...saidBy.get(one)!]));
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
      // Of some nothing is left but what they import.
      for (const id of [...this.getModuleIds()].filter((one) => OURS.test(one))) {
        const { importedIds, dynamicallyImportedIds } = this.getModuleInfo(id)!;
        scripts.set(nameOf(id), {
          code: left[id]?.code ?? '',
          imports: importedIds.map(nameOf),
          later: dynamicallyImportedIds.map(nameOf),
        });
      }
      const screens = screensIn(await readFile(join(root, 'src', 'app', 'screen-map.ts'), 'utf8'));
      await writeFile(join(dir, 'screen-texts.json'), JSON.stringify(textsOfScreens(scripts, ENTRY, screens)));
    },
  };
}
