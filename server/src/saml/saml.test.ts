import { measureCpuTime } from '@fundus/contract/testing/processor-time';
import { expect, test } from 'vitest';
import { samlProvider } from '../testing/systems/saml-provider.ts';
import { requirePlain } from './plain-xml.ts';
import { openSaml } from './saml.ts';

const PORTAL = 'https://portal.example';
const provider = samlProvider(PORTAL);
const client = openSaml(provider.settings, `${PORTAL}/api/v1/auth/saml/verbund`);

/** XML fragments that are slow to verify, with the allowed number of each. */
const PIECES: readonly (readonly [name: string, piece: (i: number) => string, most: number])[] = [
  ['elements', () => '<x/>', 3_900],
  ['attributes', (i) => ` a${i}="x"`, 3_500],
  ['namespaces', (i) => ` xmlns:n${i}="urn:${i}"`, 390],
  ['text', () => 'x &amp; y ', 20_000],
];

test.each(PIECES)('verifies a response with the maximum number of %s within the time limit', async (name, piece, most) => {
  const { url } = await client.begin();
  const junk = Array.from({ length: most }, (_, i) => piece(i)).join('');
  const inside = name === 'attributes' || name === 'namespaces' ? `<x${junk}/>` : `<x>${junk}</x>`;
  for (const where of ['before', 'after'] as const) {
    const answer = provider.answer(url, { [where]: (xml: string) => xml.replace('</saml:Assertion>', `${inside}</saml:Assertion>`) });
    const used = await measureCpuTime(async () => {
      const outcome = client.readAnswer(answer, new Date());
      // The fragments are allowed if they were signed, and rejected if they were added afterwards.
      await (where === 'before' ? outcome.catch(() => {}) : expect(outcome).rejects.toThrow());
    });
    expect(used).toBeLessThan(8_000);
  }
});

test.each([
  ['elements inside each other', '<x>'.repeat(33)],
  ['elements', '<x/>'.repeat(4_001)],
  ['namespaces', `<x ${Array.from({ length: 401 }, (_, i) => `xmlns:n${i}="u"`).join(' ')}/>`],
  ['attributes', `<x ${Array.from({ length: 4_001 }, (_, i) => `a${i}="u"`).join(' ')}/>`],
  ['characters', 'x'.repeat(256 * 1024 + 1)],
])('rejects a message with too many %s before parsing', (_, xml) => {
  expect(() => requirePlain(xml)).toThrow(/too (?:many|long)/);
});
