import { loadLater } from '../../ui/load-later.tsx';
import { RichTextFrame } from './RichTextFrame.tsx';

/** Shows the rich-text editor. The script is loaded on demand; until then an empty frame reserves the space. */
export const LaterRichTextEditor = loadLater(
  async () => (await import('./RichTextEditor.tsx')).RichTextEditor,
  ({ label, hint, error }) => <RichTextFrame label={label} hint={hint} error={error} />,
);
