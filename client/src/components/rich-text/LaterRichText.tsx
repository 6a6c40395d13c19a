import { stripTags } from '@fundus/contract/markup';
import { loadLater } from '../../ui/load-later.tsx';

/** Rich text whose script is fetched where there is some. Until then its bare words stand there: what is below keeps its place. */
export const LaterRichText = loadLater(
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
