/** Computes the colour roles of `tokens.css` in the same way as a browser, for contrast tests. */

type Scheme = 'light' | 'dark';
/** Colour in OKLab: lightness, a and b. */
type Lab = readonly [number, number, number];

/** Returns the custom properties of a style sheet by name. Later declarations override earlier ones. */
export function readTokens(css: string): Map<string, string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '');
  return new Map([...plain.matchAll(/(--[\w-]+)\s*:\s*([^;]+);/g)].map(([, name, value]) => [name!, value!.trim().replace(/\s+/g, ' ')]));
}

/** Returns the colour of a role as `#rrggbb`. Colours outside sRGB are clipped. */
export function roleColour(tokens: ReadonlyMap<string, string>, role: string, scheme: Scheme): string {
  return toHex(colour(`var(${role})`, { tokens, scheme }));
}

type Scope = { tokens: ReadonlyMap<string, string>; scheme: Scheme };

function colour(text: string, scope: Scope): Lab {
  const value = text.trim();
  if (value === 'white') return [1, 0, 0];
  if (value === 'black') return [0, 0, 0];
  if (/^#[0-9a-f]{6}$/i.test(value)) return fromHex(value);
  const [, name, inner] = /^([\w-]+)\((.*)\)$/.exec(value) ?? [];
  if (name === undefined || inner === undefined) throw new Error(`not a colour: ${value}`);
  if (name === 'var') return colour(found(inner.split(',')[0]!.trim(), scope), scope);
  if (name === 'light-dark') return colour(split(inner, ',')[scope.scheme === 'light' ? 0 : 1]!, scope);
  if (name === 'color-mix') return mix(split(inner, ','), scope);
  if (name === 'oklch') return oklch(split(inner.split('/')[0]!.trim(), ' '), scope);
  throw new Error(`unknown function ${name}`);
}

const found = (name: string, { tokens }: Scope): string => {
  const value = tokens.get(name);
  if (value === undefined) throw new Error(`no token ${name}`);
  return value;
};

/** Evaluates `in oklab, A 11%, B`. */
function mix(parts: string[], scope: Scope): Lab {
  const [, first = '', second = ''] = parts.map((part) => part.trim());
  const share = Number(/(\d+)%$/.exec(first)![1]) / 100;
  const a = colour(first.replace(/\s*\d+%$/, ''), scope);
  const b = colour(second, scope);
  return [0, 1, 2].map((i) => a[i]! * share + b[i]! * (1 - share)) as unknown as Lab;
}

/** Evaluates `L C H`, or `from X L C h` with the hue of X. */
function oklch(parts: string[], scope: Scope): Lab {
  if (parts[0] === 'from') {
    const [, a, b] = colour(parts[1]!, scope);
    return polar(number(parts[2]!, scope), number(parts[3]!, scope), (Math.atan2(b, a) * 180) / Math.PI);
  }
  const [l, c, h] = parts.map((part) => number(part, scope));
  return polar(l!, c!, h!);
}

function number(text: string, scope: Scope): number {
  const value = text.trim();
  const calc = /^calc\((.+) \* (.+)\)$/.exec(value);
  if (calc) return number(calc[1]!, scope) * number(calc[2]!, scope);
  const name = /^var\((--[\w-]+)\)$/.exec(value)?.[1];
  return name ? number(found(name, scope), scope) : Number(value);
}

const polar = (l: number, c: number, h: number): Lab => [l, c * Math.cos((h * Math.PI) / 180), c * Math.sin((h * Math.PI) / 180)];

/** Splits a text at a character, except inside brackets. */
function split(text: string, sign: string): string[] {
  const parts = [''];
  let depth = 0;
  for (const letter of text) {
    if (letter === '(') depth++;
    if (letter === ')') depth--;
    if (letter === sign && depth === 0) parts.push('');
    else parts[parts.length - 1] += letter;
  }
  return parts.map((part) => part.trim()).filter(Boolean);
}

/** Uses the matrices of Björn Ottosson, https://bottosson.github.io/posts/oklab/. */
function toHex([l, a, b]: Lab): string {
  const cubed = [
    l + 0.3963377774 * a + 0.2158037573 * b,
    l - 0.1055613458 * a - 0.0638541728 * b,
    l - 0.0894841775 * a - 1.291485548 * b,
  ].map((part) => part ** 3) as [number, number, number];
  const [x, y, z] = cubed;
  const linear = [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ];
  const channel = (part: number) => (part <= 0.0031308 ? 12.92 * part : 1.055 * part ** (1 / 2.4) - 0.055);
  return `#${linear
    .map((part) =>
      Math.round(Math.min(1, Math.max(0, channel(Math.min(1, Math.max(0, part))))) * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}

function fromHex(hex: string): Lab {
  const [r, g, b] = [1, 3, 5].map((i) => {
    const part = parseInt(hex.slice(i, i + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  const x = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const y = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const z = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * x + 0.793617785 * y - 0.0040720468 * z,
    1.9779984951 * x - 2.428592205 * y + 0.4505937099 * z,
    0.0259040371 * x + 0.7827717662 * y - 0.808675766 * z,
  ];
}
