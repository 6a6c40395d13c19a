/** Detection of packages and exercises at upload (docs/behaviour/files.md#packages). Every archive is read in the child process. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FileRole } from '@fundus/contract/files/files';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inspect } from '../inspect/inspect.ts';
import { makeZip } from '../../../testing/make-zip.ts';
import { decodeMarkup } from './decode-markup.ts';
import { readManifest } from './manifest.ts';
import { withRuntime } from './prepare-pages.ts';

/** Factor for the number of random inputs, which is higher for release tests. A failure reports its seed. */
const MORE = process.env.TEST_RELEASE ? 20 : 1;

let folder: string;
let count = 0;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'fundus-packages-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Files = Record<string, string | Uint8Array>;

async function look(files: Files, role: FileRole = 'main') {
  const path = join(folder, `${(count += 1)}.zip`);
  writeFileSync(path, makeZip(Object.entries(files).map(([name, content]) => ({ name, content, method: 8 }))));
  const found = await inspect(path, role);
  if ('question' in found) throw new Error('an archive needs no decision');
  return found;
}
const refused = (files: Files) => look(files).then(() => null, (error: unknown) => (error as { details?: unknown }).details); // oxfmt-ignore

const PAGE = '<!doctype html><title>Seite</title>';

type Item = { title: string; href: string; more?: string; attributes?: string };
const manifest = (items: Item[], { head = '', resources = '', version = '1.2', organizations = '' } = {}): string => `<?xml version="1.0"?>
<manifest identifier="m" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2" ${head}>
<metadata><schema>ADL SCORM</schema><schemaversion>${version}</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Kurs</title>
${items.map(({ title, more = '', attributes = '' }, i) => `<item identifier="i${i}" identifierref="r${i}" ${attributes}><title>${title}</title>${more}</item>`).join('')}
</organization>${organizations}</organizations>
<resources ${resources}>${items.map(({ href }, i) => `<resource identifier="r${i}" type="webcontent" adlcp:scormtype="sco" href="${href}"/>`).join('')}</resources></manifest>`;

describe('start page', () => {
  test.each([
    ['index.html before others', { 'a.html': PAGE, 'index.html': PAGE }, 'index.html'],
    ['a page of an authoring tool', { 'story.html': PAGE, 'html5/lib/frame.html': PAGE }, 'story.html'],
    ['the only page', { 'Mein Abenteuer.html': PAGE, 'bild.png': 'x' }, 'Mein Abenteuer.html'],
    ['index.htm', { 'index.htm': PAGE, 'zwei.htm': PAGE }, 'index.htm'],
    [
      'the page tincan.xml names',
      {
        'tincan.xml': '<tincan><activities><activity><launch lang="de">b.html</launch></activity></activities></tincan>',
        'a.html': PAGE,
        'b.html': PAGE,
      },
      'b.html',
    ],
    ['the page nearest to the top', { 'kurs/start.html': PAGE, 'kurs/inhalt/index.html': PAGE }, 'kurs/start.html'],
    [
      'the manifest before a decoy',
      { 'index.html': PAGE, 'lektion.html': PAGE, 'imsmanifest.xml': manifest([{ title: 'L', href: 'lektion.html' }]) },
      'lektion.html',
    ],
    [
      'a manifest in a folder',
      { 'paket/imsmanifest.xml': manifest([{ title: 'L', href: 'a/b.html' }]), 'paket/a/b.html': PAGE },
      'paket/a/b.html',
    ],
    [
      'a reference in another case',
      { 'Lektion.HTML': PAGE, 'imsmanifest.xml': manifest([{ title: 'L', href: 'lektion.html' }]) },
      'Lektion.HTML',
    ],
    [
      'an encoded reference',
      { 'Größe 1.html': PAGE, 'imsmanifest.xml': manifest([{ title: 'L', href: 'Gr%C3%B6%C3%9Fe%201.html' }]) },
      'Größe 1.html',
    ],
    ['a reference with a backslash', { 'a/b.html': PAGE, 'imsmanifest.xml': manifest([{ title: 'L', href: 'a\\b.html' }]) }, 'a/b.html'],
  ])('is %s', async (_, files, start) => {
    expect(await look(files as unknown as Files)).toMatchObject({ mime: 'application/zip', start });
  });

  test.each([
    ['nothing to open', { 'a.css': 'x' }, { archive: 'start' }],
    ['several pages and none with a usual name', { 'a.html': PAGE, 'b.html': PAGE }, { archive: 'start_choice', names: 'a.html, b.html' }],
    ['Flash', { 'film.swf': 'FWS' }, { archive: 'flash', names: 'film.swf' }],
    [
      'Flash by its manifest',
      { 'a.swf': 'F', 'imsmanifest.xml': manifest([{ title: 'L', href: 'a.swf' }]) },
      { archive: 'flash', names: 'a.swf' },
    ],
    ['a server language', { 'index.php': '<?php' }, { archive: 'server', names: 'index.php' }],
    [
      'a server language by its manifest',
      { 'imsmanifest.xml': manifest([{ title: 'L', href: 'kurs.php?a=1' }]), 'kurs.php': '<?php' },
      { archive: 'server', names: 'kurs.php' },
    ],
    [
      'a missing start page',
      { 'imsmanifest.xml': manifest([{ title: 'L', href: 'weg.html' }]), 'index.html': PAGE },
      { archive: 'start_missing', names: 'weg.html' },
    ],
    [
      'a start page on another server',
      { 'imsmanifest.xml': manifest([{ title: 'L', href: 'https://kurse.example/a' }]) },
      { archive: 'start_external', names: 'kurse.example' },
    ],
    ['a program', { 'start.exe': 'MZ' }, { archive: 'program', names: 'start.exe' }],
    [
      'tests in another format',
      { 'frage.xml': '<x/>', 'imsmanifest.xml': manifest([{ title: 'Q', href: 'frage.xml' }]) },
      { archive: 'not_a_page', names: 'frage.xml' },
    ],
    ['a course of AICC', { 'kurs.crs': '[Course]', 'kurs.au': '"A1"', 'a.html': '', 'b.html': '' }, { archive: 'aicc', names: 'kurs.crs' }],
    ['the backup of a course', { 'moodle_backup.xml': '<moodle_backup/>' }, { archive: 'backup', names: 'moodle_backup.xml' }],
    [
      'Common Cartridge',
      { 'imsmanifest.xml': '<manifest><metadata><schema>IMS Common Cartridge</schema></metadata></manifest>' },
      { archive: 'cartridge' },
    ],
    [
      'test questions',
      {
        'imsmanifest.xml': '<manifest><resources><resource type="imsqti_item_xmlv2p1" href="a.xml"/></resources></manifest>',
        'a.xml': '<x/>',
      },
      { archive: 'tests' },
    ],
    [
      'cmi5 on another server',
      { 'cmi5.xml': '<courseStructure><au><url>https://other.example/a.html</url></au></courseStructure>' },
      { archive: 'start_external', names: 'other.example' },
    ],
  ])('rejects a package with the reason: %s', async (_, files, details) => {
    expect(await refused(files as Files)).toMatchObject(details);
  });

  test('accepts an unplayable file as supplementary material', async () => {
    expect(await look({ 'film.swf': 'FWS' }, 'material')).toMatchObject({
      mime: 'application/x-zip-compressed',
      notice: { code: 'only_saved' },
    });
  });

  test.each([
    ['cmi5', { 'cmi5.xml': '<courseStructure><au><url>a.html</url></au></courseStructure>', 'a.html': PAGE, 'b.html': PAGE }],
    ['xAPI', { 'tincan.xml': '<tincan><activities><activity><launch>a.html</launch></activity></activities></tincan>', 'a.html': PAGE }],
    ['AICC', { 'kurs.crs': '[Course]', 'kurs.au': '"A1"', 'index.html': PAGE }],
  ])('warns that a package for %s runs without recording results', async (names, files) => {
    expect((await look(files)).notice).toEqual({ code: 'no_results', details: { names, count: 1 } });
  });

  test('reports missing files and files that browsers cannot run', async () => {
    const page = `${PAGE}<script src="a.js"></script><img src="bild.png"><img src="da.png"><a href="fort.html"></a>`;
    const { info, notice } = await look({ 'index.html': page, 'da.png': 'x' });
    expect(info!.notices).toEqual([{ code: 'missing_files', names: 'a.js, bild.png', count: 2 }]);
    expect(notice).toEqual({ code: 'missing_files', details: { names: 'a.js, bild.png', count: 2 } });
    const flash = await look({ 'index.html': `${PAGE}<embed src="spiel.swf">`, 'spiel.swf': 'F' });
    expect(flash.info!.notices).toMatchObject([{ code: 'flash_parts', names: 'spiel.swf' }]);
  });
});

describe('manifest', () => {
  const units = async (files: Files) => (await look(files)).info!.units;

  test('yields units with titles, launch data and mastery score', async () => {
    const more =
      '<adlcp:datafromlms>a=1</adlcp:datafromlms><adlcp:masteryscore>75</adlcp:masteryscore><adlcp:maxtimeallowed>00:30:00</adlcp:maxtimeallowed>';
    const found = await units({
      'imsmanifest.xml': manifest([
        { title: 'Erste &amp; zweite', href: 'a.html', more },
        { title: 'Dritte', href: 'b.html', attributes: 'parameters="?stufe=2#x"' },
      ]),
      'a.html': PAGE,
      'b.html': PAGE,
    });
    expect(found).toMatchObject([
      { id: 'i0', title: 'Erste & zweite', href: 'a.html', scorm: '1.2', launch_data: 'a=1', mastery: 75, max_time: '00:30:00' },
      { id: 'i1', title: 'Dritte', href: 'b.html?stufe=2#x', mastery: null },
    ]);
  });

  test('resolves xml:base of the manifest, the resources and a single resource', async () => {
    const xml = manifest([{ title: 'A', href: 'a.html" xml:base="teil/' }], { head: 'xml:base="kurs/"', resources: 'xml:base="seiten"' });
    expect(await units({ 'imsmanifest.xml': xml, 'kurs/seiten/teil/a.html': PAGE })).toMatchObject([{ href: 'kurs/seiten/teil/a.html' }]);
  });

  test('lists the units of all organizations, starting with the default one', async () => {
    const organizations =
      '<organization identifier="p"><title>Vertiefung</title><item identifier="x" identifierref="r1"><title>Mehr</title></item></organization>';
    const xml = manifest(
      [
        { title: 'A', href: 'a.html' },
        { title: 'B', href: 'b.html' },
      ],
      { organizations },
    );
    expect((await units({ 'imsmanifest.xml': xml, 'a.html': PAGE, 'b.html': PAGE })).map(({ group, title }) => [group, title])).toEqual([
      ['Kurs', 'A'],
      ['Kurs', 'B'],
      ['Vertiefung', 'Mehr'],
    ]);
  });

  test.each([
    ['UTF-16 with a BOM', (xml: string) => Buffer.from(`\uFEFF${xml}`, 'utf16le')],
    ['UTF-16 without one', (xml: string) => Buffer.from(xml, 'utf16le')],
    ['Latin-1 as declared', (xml: string) => Buffer.from(xml.replace('?>', ' encoding="ISO-8859-1"?>'), 'latin1')],
    ['UTF-8 with a BOM', (xml: string) => Buffer.from(`\uFEFF${xml}`)],
    [
      'prefixes on every element',
      (xml: string) => Buffer.from(xml.replace(/<(\/?)(manifest|organizations?|item|title|resources?)\b/g, '<$1ims:$2')),
    ],
    ['an unescaped ampersand', (xml: string) => Buffer.from(xml.replace('Grüße', 'Grüße & mehr'))],
    ['an undeclared prefix', (xml: string) => Buffer.from(xml.replaceAll('adlcp:', 'lms:'))],
  ])('is read in %s', async (_, write) => {
    const xml = manifest([{ title: 'Grüße', href: 'a.html' }]);
    expect(await units({ 'imsmanifest.xml': write(xml), 'a.html': PAGE })).toMatchObject([
      { title: expect.stringMatching(/^Grüße/) as string, href: 'a.html' },
    ]);
  });

  test('converts the minimum measure of SCORM 2004 to a mastery score', async () => {
    const more =
      '<imsss:sequencing><imsss:objectives><imsss:primaryObjective satisfiedByMeasure="true"><imsss:minNormalizedMeasure>0.8</imsss:minNormalizedMeasure></imsss:primaryObjective></imsss:objectives></imsss:sequencing><adlcp:dataFromLMS>x</adlcp:dataFromLMS>';
    const xml = manifest([{ title: 'A', href: 'a.html', more }], { version: '2004 4th Edition' });
    expect(await units({ 'imsmanifest.xml': xml, 'a.html': PAGE })).toMatchObject([{ scorm: '2004', mastery: 80, launch_data: 'x' }]);
  });

  test('omits hidden items and items without a page', async () => {
    const items = [
      { title: 'A', href: 'a.html' },
      { title: 'B', href: 'weg.html' },
      { title: 'C', href: 'c.html', attributes: 'isvisible="false"' },
    ];
    const { info } = await look({ 'imsmanifest.xml': manifest(items), 'a.html': PAGE, 'c.html': PAGE });
    expect([info!.units.map(({ title }) => title), info!.notices]).toEqual([
      ['A'],
      [{ code: 'missing_files', names: 'weg.html', count: 1 }],
    ]);
  });

  test('is parsed without an exception for any content', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 400 }), (bytes) => void readManifest(bytes)),
      { numRuns: 300 * MORE },
    );
    fc.assert(
      fc.property(
        fc.array(
          fc.constantFrom(
            '<manifest>',
            '<item',
            ' identifierref="r"',
            '>',
            '</item>',
            '<resources>',
            '<resource href="',
            '"/>',
            '&',
            '<![CDATA[',
            ']]>',
            '<!--',
            'ä',
          ),
        ),
        (parts) => void readManifest(Buffer.from(parts.join(''))),
      ),
      { numRuns: 300 * MORE },
    );
  });

  test('is read in linear time', () => {
    // Returns the minimum CPU time of several runs, which other load on the machine does not affect.
    const time = (items: number): number => {
      const xml = Buffer.from(`<manifest><organizations><organization>${'<item>'.repeat(items)}</organization></organizations></manifest>`);
      const runs = [1, 2, 3].map(() => {
        const begun = process.cpuUsage();
        readManifest(xml);
        return process.cpuUsage(begun).user;
      });
      return Math.min(...runs);
    };
    time(1_000);
    expect(time(80_000)).toBeLessThan(time(20_000) * 10);
  });
});

describe('pages', () => {
  const RUN = '<script></script>';
  test.each([
    ['after the doctype', '<!DOCTYPE html>\n<html><head>', '<!DOCTYPE html>\nRUN<html><head>'],
    ['before the first element', '<html><head>', 'RUN<html><head>'],
    ['after a comment, as IE wrote it', '<!-- saved from url --><!doctype html><html>', '<!-- saved from url --><!doctype html>RUN<html>'],
    [
      'in a frameset',
      '<html><frameset cols="1"><frame src="a.html"></frameset></html>',
      'RUN<html><frameset cols="1"><frame src="a.html"></frameset></html>',
    ],
    [
      'inside the head of XHTML',
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><head lang="de"><title/>',
      '<?xml version="1.0"?><!DOCTYPE html><html xmlns="x"><head lang="de">RUN<title/>',
    ],
    ['after a BOM', '\uFEFF<html>', '\uFEFFRUN<html>'],
    ['not in a part of a page', '<div>{{name}}</div>', '<div>{{name}}</div>'],
    ['not after a comment without an end', '<!-- <html>', '<!-- <html>'],
  ])('load the run-time %s', (_, page, expected) => {
    expect(withRuntime(page, RUN)).toBe(expected.replace('RUN', RUN));
  });

  test.each([
    ['UTF-8', Buffer.from('<p>Grüße'), '<p>Grüße'],
    ['Windows-1252 without a declaration', Buffer.from('<p>Grüße', 'latin1'), '<p>Grüße'],
    [
      'the declared encoding',
      Buffer.concat([Buffer.from('<meta charset="windows-1251">'), Buffer.from([0xcf, 0xf0])]),
      '<meta charset="windows-1251">Пр',
    ],
    ['an unknown encoding', Buffer.concat([Buffer.from('<meta charset="x-y">'), Buffer.from([0xfc])]), '<meta charset="x-y">ü'],
    ['UTF-16', Buffer.from('\uFEFF<p>ü', 'utf16le'), '<p>ü'],
  ])('are decoded from %s', (_, bytes, text) => expect(decodeMarkup(bytes)).toBe(text));
});

describe('H5P exercise', () => {
  const h5p = (about: object = {}): string =>
    JSON.stringify({
      title: 'Quiz',
      language: 'de',
      mainLibrary: 'H5P.Quiz',
      embedTypes: ['div'],
      preloadedDependencies: [{ machineName: 'H5P.Quiz', majorVersion: 1, minorVersion: 0 }],
      ...about,
    });
  const library = (more: object = {}): string =>
    JSON.stringify({
      title: 'Quiz',
      machineName: 'H5P.Quiz',
      majorVersion: 1,
      minorVersion: 0,
      patchVersion: 3,
      runnable: 1,
      preloadedJs: [{ path: 'quiz.js' }],
      ...more,
    });
  const whole = (more: Files = {}): Files => ({
    'h5p.json': h5p(),
    'content/content.json': '{}',
    'H5P.Quiz-1.0/library.json': library(),
    'H5P.Quiz-1.0/quiz.js': 'x',
    ...more,
  });

  test.each([
    ['whole', whole(), null],
    ['with a BOM', whole({ 'h5p.json': `\uFEFF${h5p()}` }), null],
    [
      'in a folder of the archive',
      Object.fromEntries(Object.entries(whole()).map(([name, text]) => [`Mein Quiz/${name}`, text])),
      'Mein Quiz/',
    ],
  ])('is accepted %s', async (_, files, start) => {
    expect(await look(files)).toMatchObject({ mime: 'application/h5p+zip', start, notice: null });
  });

  test.each([
    ['a manifest that is no JSON', whole({ 'h5p.json': '{' }), { archive: 'h5p_json' }],
    ['no main library', whole({ 'h5p.json': h5p({ mainLibrary: undefined }) }), { archive: 'h5p_main' }],
    [
      'a main library that is not listed',
      whole({ 'h5p.json': h5p({ mainLibrary: 'H5P.Anders' }) }),
      { archive: 'h5p_main', names: 'H5P.Anders' },
    ],
    ['no libraries', { 'h5p.json': h5p(), 'content/content.json': '{}' }, { archive: 'h5p_libraries', names: 'H5P.Quiz 1.0' }],
    [
      'another version',
      whole({ 'h5p.json': h5p({ preloadedDependencies: [{ machineName: 'H5P.Quiz', majorVersion: 1, minorVersion: 4 }] }) }),
      { archive: 'h5p_libraries', names: 'H5P.Quiz 1.4' },
    ],
    [
      'a library of a library',
      whole({
        'H5P.Quiz-1.0/library.json': library({ preloadedDependencies: [{ machineName: 'H5P.Tools', majorVersion: 2, minorVersion: 1 }] }),
      }),
      { archive: 'h5p_libraries', names: 'H5P.Tools 2.1' },
    ],
    [
      'a library of the content',
      whole({ 'content/content.json': '{"teil":{"library":"H5P.Bild 1.1","params":{}}}' }),
      { archive: 'h5p_libraries', names: 'H5P.Bild 1.1' },
    ],
    [
      'its script',
      { ...whole(), 'H5P.Quiz-1.0/library.json': library({ preloadedJs: [{ path: 'fort.js' }] }) },
      { archive: 'h5p_files', names: 'H5P.Quiz-1.0/fort.js' },
    ],
    ['content that is no JSON', whole({ 'content/content.json': '{"a":' }), { archive: 'h5p_content' }],
    [
      'a newer core',
      whole({ 'H5P.Quiz-1.0/library.json': library({ coreApi: { majorVersion: 1, minorVersion: 99 } }) }),
      { archive: 'h5p_core', names: 'H5P.Quiz 1.0' },
    ],
  ])('is rejected because of %s', async (_, files, details) => {
    expect(await refused(files)).toMatchObject(details);
  });

  test('returns the media hosts and missing files of its content', async () => {
    const content = JSON.stringify({
      video: { path: 'https://www.youtube.com/watch?v=x', mime: 'video/YouTube' },
      bild: { path: 'images/weg.png', mime: 'image/png' },
      link: { url: 'https://anderswo.example/' },
    });
    const { info } = await look(whole({ 'content/content.json': content }));
    expect([info!.hosts, info!.notices]).toEqual([
      ['www.youtube.com'],
      [{ code: 'missing_files', names: 'content/images/weg.png', count: 1 }],
    ]);
  });
});
