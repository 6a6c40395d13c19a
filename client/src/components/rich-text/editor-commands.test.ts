import { AllSelection, EditorState, TextSelection } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { expect, it } from 'vitest';
import { parseRichText, toHtml } from './document-model.ts';
import { selectedWords, setLink } from './editor-commands.ts';

const HREF = 'https://a.example';

/** Links the selected text without changing its words. Returns the resulting HTML. */
function link(state: EditorState): string {
  let html = '';
  const view = { state, dispatch: (transaction: EditorState['tr']) => (html = toHtml(transaction.doc)) };
  setLink(view as unknown as EditorView, HREF, selectedWords(state));
  return html;
}

it('links several paragraphs without joining them', () => {
  const state = EditorState.create({ doc: parseRichText('<p>a</p><p><em>b</em></p>', {}) });
  expect(link(state.apply(state.tr.setSelection(new AllSelection(state.doc))))).toBe(
    `<p><a href="${HREF}">a</a></p><p><a href="${HREF}"><em>b</em></a></p>`,
  );
});

it('preserves selected spaces and other formats', () => {
  const state = EditorState.create({ doc: parseRichText('<p><strong>a</strong> b</p>', {}) });
  expect(link(state.apply(state.tr.setSelection(TextSelection.create(state.doc, 1, 3))))).toBe(
    `<p><a href="${HREF}"><strong>a</strong> </a>b</p>`,
  );
});
