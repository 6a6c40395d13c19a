/** Extracts the SVG element from a file with any encoding and prolog that XML allows, in linear time. */
import { decodeXmlBytes } from '@fundus/importer/xml/decode-xml';
import { readDeclarations } from '@fundus/importer/xml/repair-xml';

/** Start and end patterns of the parts of a prolog. */
const PROLOG: readonly (readonly [start: RegExp, end: RegExp])[] = [
  [/^<\?/, /\?>/g],
  [/^<!--/, /-->/g],
  [/^<!DOCTYPE\s{1,20}(?:[\w.-]{1,60}:)?svg\s{0,20}[^[>]{0,1000}\[/i, /\]\s{0,50}>/g],
  [/^<!DOCTYPE\s{1,20}(?:[\w.-]{1,60}:)?svg[\s>]/i, />/g],
];

const ROOT = /^<(?:([\w.-]{1,60}):)?svg(?=[\s/>])/i;
const REFERENCE = /&([a-z_][\w.-]{0,39});/gi;
const NAMESPACE = 'http://www.w3.org/2000/svg';

/** Maximum length in characters after entities are expanded. */
const MAX_LENGTH = 8 * 1024 * 1024;

/** Returns the text of the root element, without document type, entities and namespace prefix. Returns `null` if the file is not an SVG. */
export function readSvgSource(bytes: Uint8Array): string | null {
  let rest = decodeXmlBytes(bytes, { lenient: true }).trimStart();
  let entities: Record<string, string> = {};
  for (;;) {
    const found = PROLOG.find(([start]) => start.test(rest));
    if (!found) break;
    const [start, end] = found;
    end.lastIndex = start.exec(rest)![0].replace(/[>]$/, '').length;
    const ended = end.exec(rest);
    if (!ended) return null;
    const passed = ended.index + ended[0].length;
    if (/^<!DOCTYPE/i.test(rest)) entities = readDeclarations(rest.slice(0, Math.min(passed, 64 * 1024)));
    rest = rest.slice(passed).trimStart();
  }
  const root = ROOT.exec(rest);
  if (!root) return null;
  const drawing = expand(rest, entities);
  const [, prefix] = root;
  if (drawing === null || prefix === undefined) return drawing;
  const declaration = new RegExp(`(\\sxmlns):${prefix.replaceAll('.', '\\.')}(?=\\s{0,20}=\\s{0,20}["']${NAMESPACE}["'])`, 'g');
  if (drawing.slice(0, 10_000).search(declaration) < 0) return null;
  return drawing.replaceAll(`<${prefix}:`, '<').replaceAll(`</${prefix}:`, '</').replace(declaration, '$1');
}

/** Expands entities. Returns `null` if the result is too long. */
function expand(text: string, entities: Record<string, string>): string | null {
  let length = text.length;
  const expanded = text.replace(REFERENCE, (reference, name: string) => {
    if (!Object.hasOwn(entities, name) || length > MAX_LENGTH) return reference;
    const value = entities[name]!.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/"/g, '&quot;').replace(/'/g, '&#39;');
    length += value.length;
    return value;
  });
  return length > MAX_LENGTH ? null : expanded;
}
