/** Writes XML. */
import { escapeMarkup } from '../../escape-markup.ts';

export type Attributes = Readonly<Record<string, string | number | undefined>>;

function writeAttributes(attributes: Attributes): string {
  let written = '';
  for (const name in attributes) {
    const value = attributes[name];
    if (value !== undefined) written += ` ${name}="${escapeMarkup(String(value))}"`;
  }
  return written;
}

/** Returns an element that contains serialized children. */
export const wrapElement = (name: string, children: string | readonly string[], attributes: Attributes = {}): string =>
  `<${name}${writeAttributes(attributes)}>${typeof children === 'string' ? children : children.join('')}</${name}>`;

/** Returns an element that contains a text, or an empty string if the text is empty. */
export const writeElement = (name: string, text: string | number | null | undefined, attributes: Attributes = {}): string =>
  text === null || text === undefined || text === '' ? '' : wrapElement(name, escapeMarkup(String(text)), attributes);

export const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
