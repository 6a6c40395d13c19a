import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EnvError, readEnv } from './env.ts';

const problems = (source: Record<string, string>): readonly string[] => {
  try {
    readEnv(source);
    return [];
  } catch (error) {
    return (error as EnvError).problems;
  }
};

test('defaults', () => {
  expect(readEnv({})).toMatchObject({ port: 8080, host: '127.0.0.1', demo: true, databaseUrl: undefined });
  expect(readEnv({ DATABASE_URL: 'postgres://localhost/x' }).demo).toBe(false);
  expect(readEnv({ DATABASE_URL: 'postgres://localhost/x', DEMO: 'on' }).demo).toBe(true);
});

test('the demo shows everything but open search; a portal in use starts with the plain defaults', () => {
  expect(readEnv({}).config).toMatchObject({ VectorSearch: true, GeraeteVerleih: true, SearchNotLoggedIn: false });
  expect(readEnv({ DEMO: 'off' }).config).toMatchObject({ VectorSearch: false, GeraeteVerleih: false });
});

test('everything wrong is named at once', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'fundus-env-')), 'config.json');
  writeFileSync(file, JSON.stringify({ Type: 'rlp', Typo: 1, licenceGraceDays: -1 }));
  const found = problems({ PORT: '99999', DATABASE_URL: 'mysql://x', PORTAL_CONFIG: file }).join('\n');
  for (const name of ['PORT', 'DATABASE_URL', 'PORTAL_CONFIG Type', 'Typo', 'PORTAL_CONFIG licenceGraceDays'])
    expect(found).toContain(name);
  expect(problems({ PORTAL_CONFIG: '/does/not/exist.json' })[0]).toContain('PORTAL_CONFIG');
});
