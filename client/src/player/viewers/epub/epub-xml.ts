/** Parses documents of books, first strictly and then leniently. */
import { trustedHtml } from '../../../ui/trusted-types.ts';

/** Thrown if the structure of a book is not readable. */
export class BrokenBook extends Error {
  override readonly name = 'BrokenBook';
}

const parse = (source: string, type: DOMParserSupportedType): Document => new DOMParser().parseFromString(trustedHtml(source), type);
const isBroken = (document: Document): boolean => document.getElementsByTagName('parsererror').length > 0;

/** HTML elements that have no end tag. */
const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
const SELF_CLOSED = /<([a-z][\w:.-]{0,60})((?:\s[^<>]{0,3000})?)\/>/gi;
/** Matches control characters that are not allowed in documents. */
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\x00-\x08\x0b\x0c\x0e-\x1f]/g;

/** Expands self-closing tags. HTML ignores the slash of `<title/>` and would parse everything after it as the title's text. */
const openAndClose = (source: string): string =>
  source.replace(SELF_CLOSED, (whole, name: string, attributes: string) =>
    VOID.has(name.toLowerCase()) ? whole : `<${name}${attributes}></${name}>`,
  );

/** Replaces HTML entities that are not defined in XML, and escapes other ampersands. */
const withoutEntities = (source: string): string =>
  source.replace(/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)(?:([a-z]\w{1,30});)?/gi, (whole, name: string | undefined) => {
    if (name === undefined) return '&amp;';
    const text = parse(whole, 'text/html').body.textContent;
    return text === whole ? `&amp;${name};` : text;
  });

/** Parses a chapter strictly, or as HTML if it is not well-formed. */
export function parseChapter(source: string): Document {
  const strict = parse(source, 'application/xhtml+xml');
  if (!isBroken(strict)) return strict;
  return parse(openAndClose(source.replace(/^\uFEFF?\s*<\?xml[^>]{0,300}\?>/, '')), 'text/html');
}

/** Parses a structural document. Throws if it is not readable. */
export function parseXml(source: string): Document {
  const strict = parse(source.trimStart(), 'application/xml');
  if (!isBroken(strict)) return strict;
  const mended = parse(withoutEntities(source.trimStart().replace(CONTROL, '')), 'application/xml');
  if (!isBroken(mended)) return mended;
  const html = parse(openAndClose(source), 'text/html');
  if (html.body.children.length === 0) throw new BrokenBook('not well-formed XML');
  return html;
}

/** Returns elements by local name. Prefixes differ between books, and the HTML parser keeps them in the name. */
export const findElements = (root: Document | Element, name: string): Element[] => {
  const wanted = name.toLowerCase();
  return Array.from(root.getElementsByTagName('*')).filter((element) => element.localName.split(':').at(-1)!.toLowerCase() === wanted);
};

/** Returns an attribute by its name, ignoring prefixes. */
export const readAttribute = (element: Element, name: string): string | null =>
  element.getAttribute(name) ?? Array.from(element.attributes).find((one) => one.name.split(':').at(-1) === name)?.value ?? null;
