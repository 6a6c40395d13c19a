/** Functions that prepare data for a screen and return its address. They simulate replies for data that the demo does not contain. */
import { href } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';

const TOKEN = 'A'.repeat(43);
const SCHOOLS = [
  { id: 'a', name: 'Schule am Deich', role: 'L' },
  { id: 'b', name: 'Waldschule', role: 'L' },
];

const answer = (page: Page, path: string, json: object): Promise<unknown> => page.route(path, (route) => route.fulfill({ json }));

/** Sends a writing call as the user who is signed in on the page. */
async function write(page: Page, method: 'PUT' | 'POST', path: string, data: object = {}): Promise<unknown> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  return (await page.request.fetch(path, { method, headers: { 'x-csrf-token': token }, data })).json();
}

/** Returns the address of the sign-in page with an identity provider. */
export async function withPortals(page: Page): Promise<string> {
  await answer(page, '**/api/v1/auth/providers', {
    items: [{ id: 'land', name: 'Landesportal', issuer: 'https://land.example', hints: [] }],
  });
  return href('login');
}

/** Returns the address of the identity providers. One has a list of people, the other a certificate that is about to expire. */
export async function withSignOn(page: Page): Promise<string> {
  const origin = 'https://medien.example';
  const fingerprint = Array.from({ length: 32 }, (_, i) => (i * 7 + 16).toString(16).toUpperCase()).join(':');
  const paused = { known: 412, missing: 138, since: '2026-11-20T03:00:00Z' };
  const none = { theirs: [], ours: null, people_list: null, licences: null };
  await answer(page, '**/api/v1/sign-on', {
    items: [
      {
        ...{ ...none, id: 'land', name: 'Landesportal', kind: 'oidc', issuer: 'https://login.land.example/realms/schule' },
        licences: { asked_at: '2026-11-23T03:00:00Z', read_at: '2026-11-23T03:00:00Z', error: null, created: 14, here: 208, left_out: 5 },
        addresses: [
          { what: 'redirect', value: `${origin}/api/v1/auth/oidc/callback` },
          { what: 'logout', value: `${origin}/api/v1/auth/oidc/backchannel-logout` },
          { what: 'returns', value: `${origin}/login` },
          { what: 'begins', value: `${origin}/login?iss=https%3A%2F%2Flogin.land.example%2Frealms%2Fschule` },
        ],
        people_list: {
          ...{ asked_at: '2026-11-23T03:00:00Z', read_at: '2026-11-23T03:00:00Z', error: null, known: 5_214, left: 3, ended: 12 },
          paused: [
            { ...paused, school_id: 'a', school: 'Schule am Deich', state: 'waiting' },
            { ...paused, school_id: 'b', school: 'Waldschule', state: 'rejected', known: 9, missing: 2 },
          ],
        },
      },
      {
        ...{ ...none, id: 'verbund', name: 'Schulverbund', kind: 'saml', issuer: 'https://idp.example/metadata' },
        addresses: ['metadata', 'entity', 'acs', 'slo'].map((what) => ({
          what,
          value: `${origin}/api/v1/auth/saml/verbund/${what === 'entity' ? 'metadata' : what}`,
        })),
        theirs: [{ fingerprint, ends_at: '2026-12-12T10:00:00Z', state: 'ending' }],
        ours: { fingerprint: fingerprint.split(':').toReversed().join(':'), ends_at: '2033-01-01T00:00:00Z', state: 'good' },
      },
    ],
  });
  return href('sign-on');
}

/** Returns the address of the account of a user who works at two schools. */
export async function withSchools(page: Page): Promise<string> {
  await answer(page, '**/api/v1/user/schools', { items: SCHOOLS, current: 'a', role: 'L' });
  return href('account');
}

/** Returns the address of an account with a linked provider and another provider that can be linked. */
export async function withLinked(page: Page): Promise<string> {
  const item = { provider: 'land', name: 'Landesportal', created_at: '2026-09-01T08:00:00Z', last_used_at: '2026-11-20T08:00:00Z' };
  await answer(page, '**/api/v1/user/identities', { items: [item], others: [{ provider: 'bund', name: 'Bildungsserver Nord' }] });
  return href('account', { section: 'security' });
}

/** Returns the sign-in address of a new user of an identity provider. */
export const asNewcomer = (page: Page): Promise<string> => arrive(page, 'unknown', SCHOOLS);

/** Returns the sign-in address of an identity provider's user with several roles. */
export const signInWithSeveralRoles = (page: Page): Promise<string> =>
  arrive(page, 'choose', [...SCHOOLS, { id: 'a', name: 'Schule am Deich', role: 'P' }, { id: 'c', name: 'Abendschule', role: 'S' }]);

async function arrive(page: Page, kind: 'unknown' | 'choose', schools: object[]): Promise<string> {
  await answer(page, '**/api/v1/auth/oidc/finish', { kind, token: TOKEN, provider: 'Landesportal', schools });
  await page.goto(href('login'));
  await page.evaluate((token) => sessionStorage.setItem('visit', token), TOKEN);
  return '/login#answer=code%3Dc';
}

/** Returns the registration address of a user whom a school invited. */
export async function asInvited(page: Page): Promise<string> {
  const invitation = {
    ...{
      id: 'A'.repeat(22),
      kind: 'personal',
      target: 'school',
      role: 'teacher',
      visitor: 'guest',
      from: null,
      class: null,
      district: null,
      capabilities: [],
      own_school_only: false,
    },
    school: { id: 'a', name: 'Schule am Deich', city: 'Nordhafen' },
    ...{ email: 'ada@schule.example', vorname: 'Ada', name: 'Lindner', message: '', expires_on: '2027-07-31', needs_confirmation: false },
  };
  await answer(page, '**/api/v1/invitations/*', invitation);
  return href('register', {}, { invitation: invitation.id });
}

/** Returns the registration address of an invited user in a portal where registration is closed. */
export async function asInvitedByName(page: Page): Promise<string> {
  await asInvited(page);
  return href('register-invited', { id: 'A'.repeat(22) });
}

/** Mocks the API replies of a password reset and returns the address in the reset mail. */
export async function resetLink(page: Page): Promise<string> {
  await answer(page, '**/api/v1/user/password/check', { account: 'm•••@lindenhof.example', factors: [] });
  await answer(page, '**/api/v1/user/password/confirm', { ok: true });
  return `/login/password-reset#${TOKEN}`;
}

/** Creates an invitation link for colleagues and returns its address. */
export async function invitationLink(page: Page): Promise<string> {
  const draft = { kind: 'link', role: 'teacher', message: 'Schön, dass Sie bei uns anfangen!' };
  const { id } = (await write(page, 'POST', '/api/v1/invitations', draft)) as { id: string };
  return href('invitation', { id });
}

/** Requests a medium without a licence and returns the address of the requests. */
export async function withWish(page: Page): Promise<string> {
  await write(page, 'PUT', '/api/v1/wishes/FU-55381289', { note: 'Für die 5b' });
  return href('library', { tab: 'wishes' });
}

/** Returns the identifier of a demo film that the user can open. */
async function filmOf(page: Page): Promise<string> {
  const reply = await page.request.get('/api/v1/media/search?q=Vulkan&limit=50');
  const { items } = (await reply.json()) as { items: { identifier: string; viewer: string }[] };
  return items.find(({ viewer }) => viewer === 'video')!.identifier;
}

export const ofFilm = async (page: Page): Promise<string> => href('media', { id: await filmOf(page) });

/** Creates an excerpt of a film and returns the address of the excerpts. */
export async function withExcerpt(page: Page): Promise<string> {
  const times = { start_s: 13, end_s: 29, title: 'Das Magma steigt auf' };
  await write(page, 'POST', `/api/v1/media/${await filmOf(page)}/excerpts`, times);
  return href('library', { tab: 'excerpts' });
}

/** Creates a draft of a medium and returns its address in the editor. */
export async function withDraft(page: Page): Promise<string> {
  const record = { fn_titel: 'Basaltsäulen am Meer', fn_typ: '49', published: '2026-11-01', free: false, url: 'https://medien.example/1' };
  const { identifier } = (await write(page, 'POST', '/api/v1/editing/media', { record })) as { identifier: string };
  return href('medium-editing', { id: identifier }, { tab: 'files' });
}

/** Creates a draft and a shared medium of own material, and returns the address of the screen named by `what`. */
export const withOwnMaterial =
  (what: 'draft' | 'school' | 'list' | 'page' | 'of school') =>
  async (page: Page): Promise<string> => {
    const about = { fn_typ: '79', fn_geb: ['080'], fn_adressat: ['A(7)'], url: 'https://medien.example/1' };
    const there = (await (await page.request.get('/api/v1/own-material?limit=100')).json()) as {
      items: { identifier: string; title: string }[];
    };
    const add = async (fn_titel: string, rights: object): Promise<string> =>
      there.items.find(({ title }) => title === fn_titel)?.identifier ??
      ((await write(page, 'POST', '/api/v1/own-material', { record: { ...about, fn_titel }, rights })) as { identifier: string })
        .identifier;
    const draft = await add('Arbeitsblatt Zellteilung', { source: 'own' });
    if (what === 'draft') return href('own-material', { id: draft });
    const given = await add('Mikroskopieren lernen', { source: 'open', licence: 'CC BY-SA 4.0', from: 'Lernwerkstatt Biologie' });
    await write(page, 'POST', `/api/v1/own-material/${given}/share`);
    if (what === 'page') return href('media', { id: given });
    if (what === 'of school') return href('school', {}, { tab: 'material' });
    return what === 'list' ? href('library', { tab: 'own' }) : href('own-material', { id: given }, { tab: 'files' });
  };
