/** Scans the elements of a workbook part without storing them. */
import { invalid } from '@fundus/contract/errors';
import { SaxesParser } from 'saxes';
import { decodeXmlBytes } from '../../xml/decode-xml.ts';

export type XmlHandler = {
  open?: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (words: string) => void;
  close?: (name: string) => void;
};

const PIECE = 256 * 1024;
const MAX_DEPTH = 64;

/**
 * Calls the handlers for elements (without prefix) and their attributes (with prefix). Rejects document types and entities, which workbooks do not
 * use.
 */
export function scanXml(bytes: Uint8Array, { open, text, close }: XmlHandler): void {
  const parser = new SaxesParser({ xmlns: false, position: false });
  let depth = 0;
  const refuse = (): never => {
    throw invalid('content', 'workbook');
  };
  parser.on('error', refuse);
  parser.on('doctype', refuse);
  parser.on('opentag', ({ name, attributes }) => {
    depth += 1;
    if (depth > MAX_DEPTH) refuse();
    open?.(plainName(name), attributes);
  });
  parser.on('text', (words) => text?.(words));
  parser.on('cdata', (words) => text?.(words));
  parser.on('closetag', ({ name }) => {
    depth -= 1;
    close?.(plainName(name));
  });
  let content: string;
  try {
    content = decodeXmlBytes(bytes);
  } catch {
    return refuse();
  }
  for (let from = 0; from < content.length; from += PIECE) parser.write(content.slice(from, from + PIECE));
  parser.close();
}

const plainName = (name: string): string => name.slice(name.indexOf(':') + 1);
