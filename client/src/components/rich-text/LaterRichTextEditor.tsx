import { loadLater } from '../../ui/load-later.tsx';
import { RichTextFrame } from './RichTextFrame.tsx';

/** Shows the rich-text editor; its script is loaded on demand. An empty frame of the same size reserves the space until then. */
export const LaterRichTextEditor = loadLater(
  async () => (await import('./RichTextEditor.tsx')).RichTextEditor,
  ({ label, hint, error }) => <RichTextFrame label={label} hint={hint} error={error} />,
);
