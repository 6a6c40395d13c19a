/**
 * Collects the classes that style sheets define and source files use (docs/decisions/0030-plain-style-sheets-with-an-ownership-check.md). A class is
 * owned by the sheets that have a rule starting with it, otherwise by all sheets that contain it.
 */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import ts from 'typescript';

const ROOT = resolve(import.meta.dirname, '..');
/** Style sheets of every page, whose classes can be used everywhere. */
const GLOBAL = ['theme/base.css', 'theme/tokens.css'];
/** Properties that a style sheet may set for the classes of another sheet, because they affect only position and size. */
const PLACING =
  /^(margin|grid-(area|column|row)|order|flex($|-grow|-shrink|-basis)|(align|justify|place)-self|((min|max)-)?(width|height|inline-size|block-size)$|position|inset|top|bottom|left|right|z-index|display|visibility|overflow|white-space|text-align)/;
/** Classes defined by libraries. */
const OF_LIBRARIES = /^(lucide|ProseMirror|markedContent$)/;

export type Sheet = {
  path: string;
  /** Classes in the sheet, and whether a rule starts with them. */
  named: Map<string, { leads: boolean }>;
  /** Classes whose colours, fonts, borders or padding the sheet sets. */
  painted: Set<string>;
};
export type Source = {
  path: string;
  sheets: string[];
  /** Class names that occur in the file, and prefixes of composed class names. */
  classes: Set<string>;
  beginnings: Set<string>;
  /** Words in string literals, which may be class names that are used elsewhere, such as in a prop. */
  words: Set<string>;
};

/** Returns the rules of a style sheet, one per selector. Nested rules are not supported. */
export function rulesOf(css: string): { selector: string; properties: string[] }[] {
  const plain = css.replace(/\/\*.*?\*\//gs, '');
  return [...plain.matchAll(/([^{};]+)\{([^{}]*)\}/g)].flatMap(([, head, body]) => {
    const properties = body!
      .split(';')
      .map((line) => line.split(':')[0]!.trim())
      .filter(Boolean);
    return split(head!.trim()).map((selector) => ({ selector, properties }));
  });
}

/** Splits a selector list at commas, except inside parentheses. */
function split(selector: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const sign of selector) {
    if (sign === '(') depth++;
    if (sign === ')') depth--;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

const CLASS = /\.([a-zA-Z_][\w-]*)/g;
const classesIn = (selector: string): string[] => [...selector.replace(/"[^"]*"|'[^']*'/g, '').matchAll(CLASS)].map(([, name]) => name!);

export function readSheet(path: string, css: string): Sheet {
  const named = new Map<string, { leads: boolean }>();
  const painted = new Set<string>();
  for (const { selector, properties } of rulesOf(css)) {
    const names = classesIn(selector).filter((name) => !OF_LIBRARIES.test(name));
    const compounds = withoutBrackets(selector).split(/[\s>+~]+/);
    const [leader] = classesIn(compounds[0]!);
    for (const name of names) named.set(name, { leads: (named.get(name)?.leads ?? false) || name === leader });
    if (properties.some((property) => !PLACING.test(property))) for (const name of classesIn(compounds.at(-1)!)) painted.add(name);
  }
  return { path, named, painted };
}

const withoutBrackets = (selector: string): string => selector.replace(/\((?:[^()]|\([^()]*\))*\)|\[[^\]]*\]/g, '');

export function readSource(path: string, code: string): Source {
  const file = ts.createSourceFile(path, code, ts.ScriptTarget.Latest, true, path.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS);
  const found: Source = { path, sheets: [], classes: new Set(), beginnings: new Set(), words: new Set() };
  const add = (text: string, as: Set<string>) => text.split(/\s+/).forEach((word) => word && as.add(word));
  const template = (node: ts.TemplateExpression, as: Set<string>) => {
    const pieces = [node.head.text, ...node.templateSpans.map((span) => span.literal.text)];
    for (const [i, piece] of pieces.entries()) {
      const words = piece.split(/\s+/);
      const open = i < pieces.length - 1 ? words.pop() : '';
      if (open) found.beginnings.add(open);
      add(words.join(' '), as);
    }
  };
  const asClasses = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) return add(node.text, found.classes);
    if (ts.isTemplateExpression(node)) template(node, found.classes);
    if (ts.isBinaryExpression(node) && /^[!=]==?$/.test(node.operatorToken.getText(file))) return;
    ts.forEachChild(node, asClasses);
  };
  const walk = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node)) {
      const { text } = node.moduleSpecifier as ts.StringLiteral;
      if (text.endsWith('.css') && text.startsWith('.')) found.sheets.push(join(dirname(path), text));
      return;
    }
    if (ts.isJsxAttribute(node) && /^(c|\w+C)lassName$/.test(node.name.getText(file)) && node.initializer) asClasses(node.initializer);
    if (ts.isPropertyAssignment(node) && node.name.getText(file) === 'className') asClasses(node.initializer);
    if (ts.isStringLiteralLike(node)) add(node.text, found.words);
    if (ts.isTemplateExpression(node)) template(node, found.words);
    ts.forEachChild(node, walk);
  };
  walk(file);
  return found;
}

const read = (pattern: string): [string, string][] =>
  globSync(pattern, { cwd: ROOT })
    .sort()
    .filter((path) => !/\.test\.|testing\//.test(path))
    .map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]);

export const readSheets = (): Sheet[] => read('**/*.css').map(([path, css]) => readSheet(path, css));
export const readSources = (): Source[] => read('**/*.{ts,tsx}').map(([path, code]) => readSource(path, code));

/** Returns the sheets that own each class. */
export function ownersOf(sheets: readonly Sheet[]): Map<string, string[]> {
  const leads = new Map<string, string[]>();
  const names = new Map<string, string[]>();
  for (const { path, named } of sheets)
    for (const [name, { leads: own }] of named) {
      names.set(name, [...(names.get(name) ?? []), path]);
      if (own) leads.set(name, [...(leads.get(name) ?? []), path]);
    }
  return new Map([...names].map(([name, paths]) => [name, leads.get(name) ?? paths]));
}

/** Returns classes used in a file that does not import their sheet, as `file: .class of sheet`. */
export function findUnimportedClasses(sheets: readonly Sheet[], sources: readonly Source[]): string[] {
  const owners = ownersOf(sheets);
  return sources.flatMap(({ path, sheets: own, classes }) =>
    [...classes].flatMap((name) => {
      const of = owners.get(name);
      return !of || of.some((sheet) => own.includes(sheet) || GLOBAL.includes(sheet)) ? [] : [`${path}: .${name} of ${of.join(', ')}`];
    }),
  );
}

/** Returns classes owned by more than one sheet, as `.class: sheets`. */
export const findDuplicateClasses = (sheets: readonly Sheet[]): string[] =>
  [...ownersOf(sheets)]
    .filter(([name, paths]) => paths.length > 1 && sheets.some(({ named }) => named.get(name)?.leads))
    .map(([name, paths]) => `.${name}: ${paths.join(', ')}`);

/** Returns classes whose appearance is changed by a sheet that does not own them, as `sheet: .class`. */
export function findRestyledClasses(sheets: readonly Sheet[]): string[] {
  const owners = ownersOf(sheets);
  return sheets.flatMap(({ path, painted }) =>
    [...painted]
      .filter((name) => {
        const of = owners.get(name) ?? [path];
        return !of.includes(path) && !of.some((sheet) => GLOBAL.includes(sheet));
      })
      .map((name) => `${path}: .${name}`),
  );
}

/** Returns unused classes, as `sheet: .class`. */
export function findUnusedClasses(sheets: readonly Sheet[], sources: readonly Source[]): string[] {
  const words = new Set(sources.flatMap((source) => [...source.words, ...source.classes]));
  const beginnings = [...new Set(sources.flatMap((source) => [...source.beginnings]))].filter((word) => /\w-$/.test(word));
  return sheets.flatMap(({ path, named }) =>
    [...named.keys()]
      .filter((name) => !words.has(name) && !beginnings.some((start) => name.startsWith(start)))
      .map((name) => `${path}: .${name}`),
  );
}
