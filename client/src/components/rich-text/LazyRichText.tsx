import { stripTags } from '@fundus/contract/markup';
import { loadLater } from '../../ui/load-later.tsx';

/** Shows rich text. The script is loaded on demand; until then plain text is shown, which reserves the space. */
export const LazyRichText = loadLater(
  async () => (await import('./RichText.tsx')).RichText,
  ({ html }) => (
    <>
      {html
        .split(/<\/(?:p|li|h\d)>/)
        .map((part) =>
          stripTags(part, ' ')
            .replace(/&#?\w+;/g, ' ')
            .trim(),
        )
        .filter(Boolean)
        .map((words, i) => (
          <p key={i} data-placeholder>
            {words}
          </p>
        ))}
    </>
  ),
);
