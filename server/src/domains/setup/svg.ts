/**
 * Sanitizes SVG files with allowlists of elements, attributes and value formats. Style sheets are converted to attributes. The markup is parsed as
 * XML by htmlparser2 through sanitize-html.
 */
import sanitizeHtml from 'sanitize-html';
import { isSmallDrawing } from './svg-expansion.ts';
import { readRules, readStyle, safeValue, type Rules } from './svg-style.ts';

const SHAPES = ['path', 'rect', 'circle', 'ellipse', 'line', 'polyline', 'polygon', 'text', 'tspan', 'textPath'];
const ELEMENTS = new Set([
  ...['svg', 'g', 'defs', 'symbol', 'use', 'title', 'desc', 'clipPath', 'mask', 'pattern', 'marker'],
  ...['linearGradient', 'radialGradient', 'stop', ...SHAPES],
]);

const ATTRIBUTES = new Set(
  `id class x y x1 y1 x2 y2 cx cy r rx ry fx fy fr d points width height viewBox preserveAspectRatio version transform
  gradientTransform gradientUnits spreadMethod offset pathLength patternUnits patternContentUnits patternTransform clipPathUnits
  maskUnits maskContentUnits markerWidth markerHeight markerUnits refX refY orient dx dy rotate textLength lengthAdjust startOffset role`.split(
    /\s+/,
  ),
);

/** Attributes that contain a reference, which must be within the file. */
const REFERENCES = new Set(['href', 'xlink:href']);
const LOCAL = /^#[\w.-]+$/;

/** Elements that are removed with their content. The children of other disallowed elements are kept if they are allowed. */
const WITH_CONTENT = [
  'script',
  'style',
  'foreignObject',
  'iframe',
  'object',
  'embed',
  'metadata',
  'handler',
  'listener',
  'textarea',
  'option',
  'xmp',
];

const NOT_WORTH_A_WORD = /^(xmlns(:.*)?|xml:space|metadata|style|sodipodi:.*|inkscape:.*|data-.*|enable-background|i:.*|x:.*)$/;

type CleanSvg = { svg: string; removed: string[] };

/** Limits of a file during sanitizing: nesting depth, number of elements, and total length of the kept attributes. */
const MAX_SOURCE = { depth: 200, elements: 50_000, attributes: 5_000_000 };

class TooMuch extends Error {}

/**
 * Returns the sanitized file and the names of removed parts. Returns `null` if the source is not an SVG, declares entities, or exceeds a limit before
 * or after its references are expanded.
 */
export function cleanSvg(source: string): CleanSvg | null {
  try {
    return cleanDrawing(source);
  } catch (error) {
    if (error instanceof TooMuch) return null;
    throw error;
  }
}

/** Sanitizes XML. Throws `TooMuch` as soon as a limit is exceeded, because the parsing time per element grows with the nesting depth. */
function sanitizeXml(source: string, options: sanitizeHtml.IOptions): string {
  let depth = 0;
  let elements = 0;
  return sanitizeHtml(source, {
    parser: { xmlMode: true, lowerCaseTags: false, lowerCaseAttributeNames: false, recognizeCDATA: true, decodeEntities: true },
    disallowedTagsMode: 'completelyDiscard',
    ...options,
    onOpenTag: () => {
      depth += 1;
      elements += 1;
      if (depth > MAX_SOURCE.depth || elements > MAX_SOURCE.elements) throw new TooMuch();
    },
    onCloseTag: () => {
      depth -= 1;
    },
  });
}

function cleanDrawing(source: string): CleanSvg | null {
  // Entities are rejected, because they could bypass the allowlists and expand without limit. Drawings do not need them.
  if (/<!entity/i.test(source)) return null;
  const removed = new Set<string>();
  const rules = collectRules(source, removed);
  let root: string | undefined;
  let size = 0;

  const cleaned = sanitizeXml(source.replace(/^\uFEFF/, ''), {
    allowedTags: [...ELEMENTS],
    allowedAttributes: false,
    nonTextTags: WITH_CONTENT,
    transformTags: {
      '*': (tagName, attributes) => {
        root ??= tagName;
        if (!ELEMENTS.has(tagName)) {
          removed.add(tagName);
          return { tagName, attribs: {} };
        }
        const attribs = cleanAttributes(tagName, attributes, rules, removed);
        // A style rule is copied to every element that it applies to, so attributes can grow a lot.
        for (const value of Object.values(attribs)) size += value.length;
        if (size > MAX_SOURCE.attributes) throw new TooMuch();
        return { tagName, attribs };
      },
    },
  });
  if (root !== 'svg' || !cleaned.trimStart().startsWith('<svg')) return null;
  const svg = cleaned
    .trim()
    // XML has no control characters, not even written as numbers.
    // oxlint-disable-next-line no-control-regex
    .replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replace(/^<svg/, '<svg xmlns="http://www.w3.org/2000/svg"');
  if (!isSmallDrawing(svg)) return null;
  return { svg, removed: [...removed].filter((name) => !NOT_WORTH_A_WORD.test(name)).sort() };
}

/** First pass: collects the rules of all style sheets in the file. */
function collectRules(source: string, removed: Set<string>): Rules {
  const rules: Rules = { tag: new Map(), class: new Map(), id: new Map() };
  sanitizeXml(source, {
    allowedTags: ['style'],
    allowVulnerableTags: true,
    allowedAttributes: {},
    exclusiveFilter: (frame) => {
      if (frame.tag === 'style') readRules(frame.text, rules, removed);
      return false;
    },
  });
  return rules;
}

function cleanAttributes(tag: string, given: Record<string, string>, rules: Rules, removed: Set<string>): Record<string, string> {
  const allowed: Record<string, string> = {};
  const styled: Record<string, string> = {};
  for (const [name, value] of Object.entries(given)) {
    if (value === '' || name === 'style') continue;
    if (REFERENCES.has(name)) {
      if (LOCAL.test(value.trim())) allowed.href = value.trim();
      else removed.add(`${tag} ${name}`);
      continue;
    }
    if (ATTRIBUTES.has(name) || /^aria-[a-z]+$/.test(name)) {
      // Line breaks in attributes, for example in a list of points, are equivalent to spaces.
      const plain = value.replace(/\s+/g, ' ');
      if (safeValue(plain) && !plain.includes('"')) allowed[name] = plain;
      else removed.add(name);
      continue;
    }
    const drawn = readStyle(`${name}:${value}`, removed);
    Object.assign(styled, drawn);
  }
  Object.assign(styled, rules.tag.get(tag));
  for (const name of new Set(given.class?.split(/\s+/))) Object.assign(styled, rules.class.get(name));
  Object.assign(styled, rules.id.get(given.id ?? ''));
  Object.assign(styled, readStyle(given.style ?? '', removed));
  return { ...allowed, ...styled };
}
