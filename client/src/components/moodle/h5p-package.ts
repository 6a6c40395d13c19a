/**
 * Exports links as H5P content (docs/behaviour/catalogue.md#moodle): an accordion with one panel per heading. The libraries are not included, because
 * platforms already have them under their own licences. The referenced versions have been available everywhere for years. Pure.
 */
import { strToU8, zipSync } from 'fflate';
import { escapeMarkup, ARCHIVE_TIME, type MoodleLink, type MoodlePackage } from './moodle-package.ts';

type Library = { machineName: string; majorVersion: number; minorVersion: number };
const ACCORDION: Library = { machineName: 'H5P.Accordion', majorVersion: 1, minorVersion: 0 };
const TEXT: Library = { machineName: 'H5P.AdvancedText', majorVersion: 1, minorVersion: 1 };
const ICONS: Library = { machineName: 'FontAwesome', majorVersion: 4, minorVersion: 5 };

const listOf = (links: readonly MoodleLink[]): string =>
  `<ul>${links.map(({ title, href }) => `<li><a href="${escapeMarkup(href)}" target="_blank">${escapeMarkup(title)}</a></li>`).join('')}</ul>`;

/** Returns an id derived from the position, so that the same links produce the same file. */
const idOf = (i: number): string => `00000000-0000-4000-8000-${String(i + 1).padStart(12, '0')}`;

/** Returns the bytes of an `.h5p` file. */
export function h5p({ title, language, links, groups = [] }: MoodlePackage): Uint8Array<ArrayBuffer> {
  const about = {
    title,
    language,
    defaultLanguage: language,
    mainLibrary: ACCORDION.machineName,
    embedTypes: ['iframe'],
    // “Undisclosed”, because the linked content has its own licence.
    license: 'U',
    preloadedDependencies: [ACCORDION, TEXT, ICONS],
  };
  const content = {
    panels: [...(links.length > 0 ? [{ title, links }] : []), ...groups].map((panel, i) => ({
      title: escapeMarkup(panel.title),
      content: {
        library: `${TEXT.machineName} ${TEXT.majorVersion}.${TEXT.minorVersion}`,
        params: { text: listOf(panel.links) },
        subContentId: idOf(i),
        metadata: { contentType: 'Text', license: 'U', title: panel.title },
      },
    })),
    hTag: 'h2',
  };
  const files = { 'h5p.json': about, 'content/content.json': content };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, value]) => [name, strToU8(JSON.stringify(value))])), {
    mtime: ARCHIVE_TIME,
  });
  return new Uint8Array(bytes);
}
