/**
 * Exports links for a learning platform (docs/behaviour/catalogue.md#moodle), either as a Common Cartridge 1.1 (1EdTech) or as a page of links.
 * Moodle restores a cartridge as a section with one activity per link and supports no newer version. Pure.
 */
import { normalizeText } from '@fundus/contract/unicode';
import { strToU8, zipSync } from 'fflate';

/** Link with a title and an absolute address. `tool` is true if the link opens by LTI, which requires that the portal is registered as a tool. */
export type MoodleLink = { title: string; href: string; tool?: boolean };
/** Heading with the links below it. */
export type MoodleGroup = { title: string; links: readonly MoodleLink[] };
export type MoodlePackage = { title: string; language: string; links: readonly MoodleLink[]; groups?: readonly MoodleGroup[] };

const NAMESPACE = 'http://www.imsglobal.org/xsd/imsccv1p1';
const LOM = 'http://ltsc.ieee.org/xsd/imsccv1p1/LOM/manifest';
const HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n';
/** Fixed modification time, so that the same links produce the same archive. */
export const ARCHIVE_TIME = '2000-01-01T12:00:00';

const SIGNS: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
/** Escapes text for XML and HTML, and removes control characters. */
export const escapeMarkup = (text: string): string =>
  // oxlint-disable-next-line no-control-regex
  text.replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '').replace(/[&<>"']/g, (sign) => SIGNS[sign] ?? sign);

const webLink = ({ title, href }: MoodleLink): string =>
  `${HEAD}<webLink xmlns="${NAMESPACE}/imswl_v1p1">
  <title>${escapeMarkup(title)}</title>
  <url href="${escapeMarkup(href)}" target="_blank"/>
</webLink>
`;

/**
 * Returns an LTI link. Its address contains the parameters, because Moodle ignores custom parameters of such links. The schema prescribes the order
 * of the elements.
 */
const toolLink = ({ title, href }: MoodleLink): string =>
  `${HEAD}<cartridge_basiclti_link xmlns="http://www.imsglobal.org/xsd/imslticc_v1p0" xmlns:blti="http://www.imsglobal.org/xsd/imsbasiclti_v1p0" xmlns:lticp="http://www.imsglobal.org/xsd/imslticp_v1p0">
  <blti:title>${escapeMarkup(title)}</blti:title>
  <blti:launch_url>${escapeMarkup(href)}</blti:launch_url>
  <blti:vendor>
    <lticp:code>${escapeMarkup(new URL(href).hostname)}</lticp:code>
    <lticp:name>${escapeMarkup(new URL(href).hostname)}</lticp:name>
  </blti:vendor>
</cartridge_basiclti_link>
`;

/** Returns all links in course order. */
const linksOf = ({ links, groups = [] }: Pick<MoodlePackage, 'links' | 'groups'>): MoodleLink[] => [
  ...links,
  ...groups.flatMap((group) => group.links),
];

const item = (i: number, { title }: MoodleLink): string => `          <item identifier="item-${i + 1}" identifierref="link-${i + 1}">
            <title>${escapeMarkup(title)}</title>
          </item>`;

/** Returns the items of the manifest. Headings become folders. */
function itemsOf({ links, groups = [] }: MoodlePackage): string[] {
  let at = links.length;
  return [
    ...links.map((link, i) => item(i, link)),
    ...groups.map(
      (group, i) => `          <item identifier="heading-${i + 1}">
            <title>${escapeMarkup(group.title)}</title>
${group.links.map((link) => item(at++, link)).join('\n')}
          </item>`,
    ),
  ];
}

/** Empty first topic. Moodle puts the first topic of a cartridge into the general section of the course. */
const START = '<item identifier="start"><title/></item>';

function manifest(about: MoodlePackage): string {
  const { title, language } = about;
  const items = itemsOf(about);
  const resources = linksOf(about).map(
    ({ tool }, i) => `    <resource identifier="link-${i + 1}" type="${tool ? 'imsbasiclti_xmlv1p0' : 'imswl_xmlv1p1'}">
      <file href="${fileOf(i)}"/>
    </resource>`,
  );
  return `${HEAD}<manifest identifier="package" xmlns="${NAMESPACE}/imscp_v1p1" xmlns:lom="${LOM}">
  <metadata>
    <schema>IMS Common Cartridge</schema>
    <schemaversion>1.1.0</schemaversion>
    <lom:lom>
      <lom:general>
        <lom:title>
          <lom:string language="${escapeMarkup(language)}">${escapeMarkup(title)}</lom:string>
        </lom:title>
      </lom:general>
    </lom:lom>
  </metadata>
  <organizations>
    <organization identifier="content" structure="rooted-hierarchy">
      <item identifier="root">
        ${START}
        <item identifier="folder">
          <title>${escapeMarkup(title)}</title>
${items.join('\n')}
        </item>
      </item>
    </organization>
  </organizations>
  <resources>
${resources.join('\n')}
  </resources>
</manifest>
`;
}

const fileOf = (i: number): string => `links/link-${i + 1}.xml`;

/** Returns the bytes of an `.imscc` file. */
export function cartridge(about: MoodlePackage): Uint8Array<ArrayBuffer> {
  const files = {
    'imsmanifest.xml': manifest(about),
    ...Object.fromEntries(linksOf(about).map((link, i) => [fileOf(i), link.tool ? toolLink(link) : webLink(link)])),
  };
  const bytes = zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])), { mtime: ARCHIVE_TIME });
  return new Uint8Array(bytes);
}

const listOf = (links: readonly MoodleLink[]): string => `    <ul>
${links.map((link) => `      <li><a href="${escapeMarkup(link.href)}" target="_blank" rel="noopener">${escapeMarkup(link.title)}</a></li>`).join('\n')}
    </ul>`;

/** Returns a self-contained HTML page of links. */
export function linkPage({ title, language, links, groups = [] }: MoodlePackage): string {
  return `<!doctype html>
<html lang="${escapeMarkup(language)}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <title>${escapeMarkup(title)}</title>
  </head>
  <body>
    <h1>${escapeMarkup(title)}</h1>
${[listOf(links), ...groups.map((group) => `    <h2>${escapeMarkup(group.title)}</h2>\n${listOf(group.links)}`)].join('\n')}
  </body>
</html>
`;
}

/** Returns a file name derived from the title, such as `die-zelle`. Never returns an empty name. */
export const fileName = (title: string): string =>
  normalizeText(
    title
      .toLowerCase()
      .replace(/\u00ad/g, '')
      .replace(/ä/g, 'ae')
      .replace(/ö/g, 'oe')
      .replace(/ü/g, 'ue')
      .replace(/ß/g, 'ss'),
    'NFD',
  )
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60) || 'medium';
