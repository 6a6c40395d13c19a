/** Formats at the editor's selection, and the commands of its toolbar and keyboard shortcuts. */
import { chainCommands, exitCode, setBlockType, toggleMark } from 'prosemirror-commands';
import { redo, redoDepth, undo, undoDepth } from 'prosemirror-history';
import type { MarkType, NodeType } from 'prosemirror-model';
import { liftListItem, splitListItem, wrapInList } from 'prosemirror-schema-list';
import { NodeSelection, TextSelection, type Command, type EditorState } from 'prosemirror-state';
import type { EditorView } from 'prosemirror-view';
import { marks, nodes, schema } from './document-model.ts';

export const BLOCKS = ['p', 'h3', 'h4'] as const;
type Block = (typeof BLOCKS)[number];
type Link = { href: string; words: string; from: number; to: number };

export type Formats = {
  block: Block;
  bold: boolean;
  italic: boolean;
  list: boolean;
  numbers: boolean;
  link: Link | null;
  /** Selected picture with its description, or `null`. */
  picture: { src: string; alt: string } | null;
  undo: boolean;
  redo: boolean;
};

export const NO_FORMATS: Formats = {
  block: 'p',
  bold: false,
  italic: false,
  list: false,
  numbers: false,
  link: null,
  picture: null,
  undo: false,
  redo: false,
};

/** Returns the formats at the selection. */
export function formatsAt(state: EditorState): Formats {
  const { selection } = state;
  const { parent } = selection.$from;
  const block = parent.type === nodes.heading ? (parent.attrs.tag as Block) : 'p';
  const list = listAt(state)?.type;
  const picture = selection instanceof NodeSelection && selection.node.type === nodes.image ? selection.node : null;
  return {
    block,
    bold: block === 'p' && hasMark(state, marks.strong),
    italic: hasMark(state, marks.em),
    list: list === nodes.bullet_list,
    numbers: list === nodes.ordered_list,
    link: linkAt(state),
    picture: picture && { src: picture.attrs.src as string, alt: picture.attrs.alt as string },
    undo: undoDepth(state) > 0,
    redo: redoDepth(state) > 0,
  };
}

function hasMark({ doc, selection, storedMarks }: EditorState, type: MarkType): boolean {
  const { from, to, empty, $from } = selection;
  return empty ? type.isInSet(storedMarks ?? $from.marks()) !== undefined : doc.rangeHasMark(from, to, type);
}

/** Returns the innermost list that contains the selection. */
function listAt({ selection: { $from } }: EditorState): { type: NodeType; pos: number } | null {
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const { type } = $from.node(depth);
    if (type === nodes.bullet_list || type === nodes.ordered_list) return { type, pos: $from.before(depth) };
  }
  return null;
}

/** Returns the link at the start of the selection with its whole text, or `null`. */
function linkAt({ selection: { $from } }: EditorState): Link | null {
  let found: Link | null = null;
  let last: Link | null = null;
  $from.parent.forEach((child, offset) => {
    const mark = marks.link.isInSet(child.marks);
    const from = $from.start() + offset;
    const href = mark?.attrs.href as string | undefined;
    if (href === undefined) last = null;
    else if (last?.href === href) Object.assign(last, { words: last.words + child.textContent, to: from + child.nodeSize });
    else last = { href, words: child.textContent, from, to: from + child.nodeSize };
    if (last && last.from <= $from.pos && $from.pos <= last.to) found = last;
  });
  return found;
}

/** Changes the style of the selected paragraphs. Headings cannot be in lists, so they are moved out. */
export function setBlock(view: EditorView, block: Block): void {
  if (block === 'p') setBlockType(nodes.paragraph)(view.state, view.dispatch);
  else {
    while (listAt(view.state) && liftListItem(nodes.list_item)(view.state, view.dispatch));
    setBlockType(nodes.heading, { tag: block })(view.state, view.dispatch);
  }
}

/** Turns the selected paragraphs into a list, changes the kind of their list, or removes them from it. */
export function toggleList(view: EditorView, type: NodeType): void {
  const list = listAt(view.state);
  if (list?.type === type) liftListItem(nodes.list_item)(view.state, view.dispatch);
  else if (list) view.dispatch(view.state.tr.setNodeMarkup(list.pos, type));
  else {
    setBlockType(nodes.paragraph)(view.state, view.dispatch);
    wrapInList(type)(view.state, view.dispatch);
  }
}

/** Returns the selected text, with paragraphs separated by a space. */
export const selectedWords = ({ doc, selection: { from, to } }: EditorState): string => doc.textBetween(from, to, ' ').trim();

/**
 * Links the selected text. If `words` differ, they replace the selected text or the text of the existing link. Text typed after the link is not
 * linked.
 */
export function setLink({ state, dispatch }: EditorView, href: string, words: string): void {
  const link = linkAt(state);
  const { from, to } = link ?? state.selection;
  const tr = state.tr;
  if ((link?.words.trim() ?? selectedWords(state)) === words) tr.addMark(from, to, marks.link.create({ href }));
  else
    tr.replaceWith(from, to, schema.text(words, [...(state.storedMarks ?? state.doc.resolve(from).marks()), marks.link.create({ href })]));
  const end = tr.mapping.map(to);
  dispatch(
    tr
      .setSelection(TextSelection.near(tr.doc.resolve(end), -1))
      .removeStoredMark(marks.link)
      .scrollIntoView(),
  );
}

/** Removes the link at the selection without removing its text. */
export function removeLink({ state, dispatch }: EditorView): void {
  const link = linkAt(state);
  if (link) dispatch(state.tr.removeMark(link.from, link.to, marks.link));
}

/** Inserts a picture, or replaces the selected picture. */
export function setPicture({ state, dispatch }: EditorView, src: string, alt: string): void {
  dispatch(state.tr.replaceSelectionWith(nodes.image.create({ src, alt })).scrollIntoView());
}

/** Toggles bold text. Does nothing in headings, which are always bold. */
export const toggleBold: Command = (state, dispatch) =>
  state.selection.$from.parent.type === nodes.heading || toggleMark(marks.strong)(state, dispatch);

export const toggleItalic = toggleMark(marks.em);

const breakLine: Command = chainCommands(exitCode, (state, dispatch) => {
  dispatch?.(state.tr.replaceSelectionWith(nodes.hard_break.create()).scrollIntoView());
  return true;
});

/** Shortcuts in addition to the standard editing keys. Tab has no command, because it leaves the editor. */
export const SHORTCUTS: Record<string, Command> = {
  'Mod-b': toggleBold,
  'Mod-i': toggleItalic,
  // Underlining is disabled, because underlined text looks like a link.
  'Mod-u': () => true,
  'Mod-z': undo,
  'Mod-y': redo,
  'Shift-Mod-z': redo,
  'Shift-Enter': breakLine,
  'Mod-Enter': breakLine,
  Enter: splitListItem(nodes.list_item),
};
