/** Tests the file against the H5P package definition (h5p.org). */
import { strFromU8, unzipSync } from 'fflate';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { h5p } from './h5p-package.ts';
import type { MoodlePackage } from './moodle-package.ts';

const Library = z.strictObject({
  machineName: z.string().regex(/^[\w0-9\-.]{1,255}$/),
  majorVersion: z.int().min(0).max(99_999),
  minorVersion: z.int().min(0).max(99_999),
});
const LICENCES = [
  'CC BY',
  'CC BY-SA',
  'CC BY-ND',
  'CC BY-NC',
  'CC BY-NC-SA',
  'CC BY-NC-ND',
  'CC0 1.0',
  'GNU GPL',
  'PD',
  'ODC PDDL',
  'CC PDM',
  'C',
  'U',
];
/** Strict schema of the package definition. */
const Definition = z
  .strictObject({
    title: z.string().min(1).max(255),
    mainLibrary: Library.shape.machineName,
    language: z.union([z.literal('und'), z.string().regex(/^[-a-zA-Z]{1,10}$/)]),
    defaultLanguage: z.string().regex(/^[-a-zA-Z]{1,10}$/),
    preloadedDependencies: z.array(Library).min(1),
    embedTypes: z.array(z.enum(['iframe', 'div'])).min(1),
    license: z.enum(LICENCES),
  })
  .refine(({ mainLibrary, preloadedDependencies }) => preloadedDependencies.some(({ machineName }) => machineName === mainLibrary));
const Content = z.strictObject({
  panels: z
    .array(
      z.strictObject({
        title: z.string().min(1),
        content: z.strictObject({
          library: z.string(),
          params: z.strictObject({ text: z.string() }),
          subContentId: z.uuid(),
          metadata: z.strictObject({ contentType: z.string(), license: z.enum(LICENCES), title: z.string() }),
        }),
      }),
    )
    .min(1),
  hTag: z.enum(['h2', 'h3', 'h4']),
});

const list: MoodlePackage = {
  title: 'Wald & „Wiese“ <neu>',
  language: 'de',
  links: [{ title: 'Zu "Beginn"', href: 'https://medien.example/media/FU-1?t=3&e=5' }],
  groups: [{ title: 'Später', links: [{ title: 'Pilze', href: 'https://medien.example/media/FU-2' }] }],
};
const read = (about: MoodlePackage) => {
  const files = unzipSync(h5p(about));
  const json = (name: string): unknown => JSON.parse(strFromU8(files[name]!));
  return { names: Object.keys(files), about: Definition.parse(json('h5p.json')), content: Content.parse(json('content/content.json')) };
};

test('declares every library that the content uses', () => {
  const { names, about, content } = read(list);
  // The file must not contain the libraries themselves.
  expect(names).toEqual(['h5p.json', 'content/content.json']);
  expect(about.title).toBe(list.title);
  const named = about.preloadedDependencies.map((each) => `${each.machineName} ${each.majorVersion}.${each.minorVersion}`);
  for (const panel of content.panels) expect(named).toContain(panel.content.library);
  expect(new Set(content.panels.map((panel) => panel.content.subContentId)).size).toBe(content.panels.length);
});

test('creates a panel with links for each heading', () => {
  const { content } = read(list);
  const panels = content.panels.map((panel) => {
    const body = new DOMParser().parseFromString(`<title>${panel.title}</title>${panel.content.params.text}`, 'text/html');
    return [body.title, [...body.querySelectorAll('a')].map((link) => [link.textContent, link.getAttribute('href')])];
  });
  expect(panels).toEqual([
    [list.title, [['Zu "Beginn"', 'https://medien.example/media/FU-1?t=3&e=5']]],
    ['Später', [['Pilze', 'https://medien.example/media/FU-2']]],
  ]);
  expect(read({ ...list, links: [] }).content.panels).toHaveLength(1);
  expect(h5p(list)).toEqual(h5p(list));
});
