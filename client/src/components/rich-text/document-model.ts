/**
 * Document model of the editor. It contains only the elements of rich text (docs/behaviour/common.md#rich-text), so that no other format can be
 * entered.
 */
import { DOMParser, DOMSerializer, Fragment, Schema, Slice, type Node } from 'prosemirror-model';
import { cleanFragment, htmlOf, type RichTextOptions } from './rich-text.ts';

export const schema = new Schema({
  nodes: {
    doc: { content: 'block+' },
    paragraph: { group: 'block', content: 'inline*', parseDOM: [{ tag: 'p' }], toDOM: () => ['p', 0] },
    heading: {
      group: 'block',
      content: 'inline*',
      defining: true,
      attrs: { tag: { default: 'h3' } },
      parseDOM: ['h3', 'h4'].map((tag) => ({ tag, attrs: { tag } })),
      toDOM: ({ attrs }) => [attrs.tag as string, 0],
    },
    bullet_list: { group: 'block list', content: 'list_item+', parseDOM: [{ tag: 'ul' }], toDOM: () => ['ul', 0] },
    ordered_list: { group: 'block list', content: 'list_item+', parseDOM: [{ tag: 'ol' }], toDOM: () => ['ol', 0] },
    list_item: { content: 'paragraph (paragraph | list)*', defining: true, parseDOM: [{ tag: 'li' }], toDOM: () => ['li', 0] },
    text: { group: 'inline' },
    hard_break: { group: 'inline', inline: true, selectable: false, parseDOM: [{ tag: 'br' }], toDOM: () => ['br'] },
    image: {
      group: 'inline',
      inline: true,
      draggable: true,
      attrs: { src: {}, alt: { default: '' } },
      parseDOM: [
        { tag: 'img[src]', getAttrs: (picture) => ({ src: picture.getAttribute('src'), alt: picture.getAttribute('alt') ?? '' }) },
      ],
      toDOM: ({ attrs }) => ['img', attrs],
    },
  },
  marks: {
    link: {
      inclusive: false,
      attrs: { href: {} },
      parseDOM: [{ tag: 'a[href]', getAttrs: (link) => ({ href: link.getAttribute('href') }) }],
      toDOM: ({ attrs }) => ['a', attrs, 0],
    },
    strong: { parseDOM: [{ tag: 'strong' }], toDOM: () => ['strong', 0] },
    em: { parseDOM: [{ tag: 'em' }], toDOM: () => ['em', 0] },
  },
});

export const { nodes, marks } = schema;

/** Parses HTML into an editor document. */
export const parseRichText = (html: string, options: RichTextOptions): Node =>
  DOMParser.fromSchema(schema).parse(cleanFragment(html, options));

/** Returns the HTML of a document. A list item with a single paragraph contains the text directly. */
export function toHtml({ content }: Node): string {
  const fragment = DOMSerializer.fromSchema(schema).serializeFragment(content) as DocumentFragment;
  for (const item of fragment.querySelectorAll('li')) {
    const [paragraph, ...others] = [...item.children].filter(({ tagName }) => tagName === 'P');
    if (paragraph && others.length === 0) paragraph.replaceWith(...paragraph.childNodes);
  }
  return htmlOf(fragment);
}

/** Converts pasted plain text. An empty line ends a paragraph; other line breaks are preserved. */
export function parsePlainText(text: string): Slice {
  const paragraphs = text
    .replace(/\r\n?/g, '\n')
    .split(/\n{2,}/)
    .filter((part) => part.trim() !== '')
    .map((part) => {
      const lines = part.replace(/^\n|\n$/g, '').split('\n');
      return nodes.paragraph.create(
        null,
        lines.flatMap((line, i) => [...(i > 0 ? [nodes.hard_break.create()] : []), ...(line ? [schema.text(line)] : [])]),
      );
    });
  return Slice.maxOpen(Fragment.from(paragraphs));
}
