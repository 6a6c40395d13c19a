import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { cartridge, fileName, linkPage, type MoodlePackage } from './moodle-package.ts';

const film: MoodlePackage = {
  title: 'Wald & „Wiese“ <neu>',
  language: 'de',
  links: [
    { title: 'Wald & „Wiese“ <neu>', href: 'https://medien.example/media/FU-1' },
    { title: 'Der Kern\u0001', href: 'https://medien.example/media/FU-1?t=300&e=500' },
  ],
};

const parse = (text: string): Document => {
  const tree = new DOMParser().parseFromString(text, 'text/xml');
  expect(tree.querySelector('parsererror')?.textContent ?? '').toBe('');
  return tree;
};

describe('cartridge', () => {
  const files = unzipSync(cartridge(film));
  const tree = parse(strFromU8(files['imsmanifest.xml']!));

  test('declares version 1.1 and the title', () => {
    expect(tree.documentElement.namespaceURI).toBe('http://www.imsglobal.org/xsd/imsccv1p1/imscp_v1p1');
    expect(tree.getElementsByTagName('schemaversion')[0]!.textContent).toBe('1.1.0');
    expect(tree.getElementsByTagName('lom:string')[0]!.textContent).toBe('Wald & „Wiese“ <neu>');
  });

  test('contains a resource, a file and a link for every item', () => {
    const items = [...tree.getElementsByTagName('item')].filter((item) => item.hasAttribute('identifierref'));
    const links = items.map((item) => {
      const resource = [...tree.getElementsByTagName('resource')].find(
        (each) => each.getAttribute('identifier') === item.getAttribute('identifierref'),
      )!;
      expect(resource.getAttribute('type')).toBe('imswl_xmlv1p1');
      const link = parse(strFromU8(files[resource.getElementsByTagName('file')[0]!.getAttribute('href')!]!));
      expect(link.getElementsByTagName('title')[0]!.textContent).toBe(item.getElementsByTagName('title')[0]!.textContent);
      return [item.getElementsByTagName('title')[0]!.textContent, link.getElementsByTagName('url')[0]!.getAttribute('href')];
    });
    expect(links).toEqual([
      ['Wald & „Wiese“ <neu>', 'https://medien.example/media/FU-1'],
      ['Der Kern', 'https://medien.example/media/FU-1?t=300&e=500'],
    ]);
    expect(Object.keys(files)).toHaveLength(3);
  });

  test('is identical for identical links', () => expect(cartridge(film)).toEqual(cartridge(film)));
});

test('exports a list as a section with groups and LTI links', () => {
  const list: MoodlePackage = {
    title: 'Wasser',
    language: 'de',
    links: [{ title: 'Zu Beginn', href: 'https://medien.example/lti/search?medium=FU-1', tool: true }],
    groups: [
      {
        title: 'Kreislauf',
        links: [{ title: 'Wolken & Regen', href: 'https://medien.example/lti/search?medium=FU-2&start=1&end=9', tool: true }],
      },
    ],
  };
  const packed = unzipSync(cartridge(list));
  const tree = parse(strFromU8(packed['imsmanifest.xml']!));
  // Moodle puts the first topic into the general section of the course, so an empty topic comes first.
  const topics = [...tree.querySelectorAll('item[identifier="root"] > item')];
  expect(topics.map((topic) => topic.querySelector('title')!.textContent)).toEqual(['', 'Wasser']);
  const section = topics[1]!;
  expect([...section.children].map((child) => child.querySelector('title')?.textContent ?? child.textContent)).toEqual([
    'Wasser',
    'Zu Beginn',
    'Kreislauf',
  ]);
  expect(section.querySelector('item[identifier="heading-1"] > item > title')!.textContent).toBe('Wolken & Regen');
  expect([...tree.getElementsByTagName('resource')].map((each) => each.getAttribute('type'))).toEqual([
    'imsbasiclti_xmlv1p0',
    'imsbasiclti_xmlv1p0',
  ]);
  const link = parse(strFromU8(packed['links/link-2.xml']!)).documentElement;
  expect([...link.children].map(({ localName }) => localName)).toEqual(['title', 'launch_url', 'vendor']);
  expect(link.getElementsByTagName('blti:launch_url')[0]!.textContent).toBe('https://medien.example/lti/search?medium=FU-2&start=1&end=9');
  const page = new DOMParser().parseFromString(linkPage(list), 'text/html');
  expect([...page.querySelectorAll('h1, h2, a')].map(({ textContent }) => textContent)).toEqual([
    'Wasser',
    'Zu Beginn',
    'Kreislauf',
    'Wolken & Regen',
  ]);
});

test('writes a page of links without scripts', () => {
  const tree = new DOMParser().parseFromString(linkPage(film), 'text/html');
  expect(tree.documentElement.lang).toBe('de');
  expect([...tree.querySelectorAll('a')].map((link) => [link.textContent, link.href])).toEqual([
    ['Wald & „Wiese“ <neu>', 'https://medien.example/media/FU-1'],
    ['Der Kern', 'https://medien.example/media/FU-1?t=300&e=500'],
  ]);
  expect(tree.querySelectorAll('script').length).toBe(0);
});

test('returns a file name that is valid on every system', () => {
  expect(fileName('Säuge\u00adtiere: Größe & Café!')).toBe('saeugetiere-groesse-cafe');
  expect(fileName('水')).toBe('medium');
});
