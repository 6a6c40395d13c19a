/** The built screens as a person meets them: the list for pictures and for axe. */
import { href, type BuiltScreenName } from '@fundus/contract/screens';
import type { Page } from 'playwright-core';
import type { PersonName } from './people.ts';

export type Shot = {
  name: string;
  as: PersonName | null;
  path: string;
  /** What a person does before the picture. */
  before?: (page: Page) => Promise<void>;
};

/** A demo medium of each way of opening one. The catalogue is open to everyone. */
async function media(page: Page): Promise<{ identifier: string; viewer: string }[]> {
  const found = new Map<string, { identifier: string; viewer: string }>();
  for (let offset = 0, total = 1; offset < total; offset += 100) {
    const reply = await page.request.get(`/api/v1/media/catalogue/search?limit=100&offset=${offset}`);
    const answer = (await reply.json()) as { total: number; items: { identifier: string; viewer: string }[] };
    for (const item of answer.items) if (!found.has(item.viewer)) found.set(item.viewer, item);
    total = answer.total;
  }
  return [...found.values()];
}

/** All screens. `page` asks the portal which media there are, as whoever is signed in there. A built screen without a picture does not compile. */
export async function shots(page: Page): Promise<Shot[]> {
  const found = await media(page);
  const id = found[0]?.identifier ?? '';
  const all: Record<BuiltScreenName, Shot[]> = {
    login: [
      { name: 'login', as: null, path: href('login') },
      { name: 'login-factor', as: null, path: href('login'), before: (page) => halfSignedIn(page, ['totp', 'passkey', 'recovery']) },
      { name: 'login-portals', as: null, path: href('login'), before: withPortals },
      { name: 'login-newcomer', as: null, path: href('login'), before: asNewcomer },
      { name: 'login-factor-setup', as: null, path: href('login'), before: (page) => halfSignedIn(page, []) },
    ],
    register: [
      { name: 'register', as: null, path: href('register') },
      { name: 'register-school', as: null, path: href('register'), before: searchSchool },
      { name: 'register-wrong', as: null, path: href('register'), before: sendEmpty },
    ],
    'register-success': [
      { name: 'register-success', as: null, path: href('register-success') },
      { name: 'register-confirm', as: null, path: `${href('register-success')}#${'A'.repeat(43)}` },
    ],
    'password-request': [{ name: 'password-request', as: null, path: href('password-request') }],
    // Without a link of a mail: it does not work any more.
    'password-reset': [{ name: 'password-reset', as: null, path: href('password-reset') }],
    'password-reset-confirm': [{ name: 'password-confirm', as: null, path: href('password-request'), before: followLink }],
    'password-reset-new': [{ name: 'password-new', as: null, path: href('password-request'), before: confirmLink }],
    'password-reset-success': [{ name: 'password-success', as: null, path: href('password-reset-success') }],
    account: [
      { name: 'account', as: 'teacher', path: href('account') },
      { name: 'account-schools', as: 'teacher', path: href('account'), before: withSchools },
      { name: 'account-security', as: 'teacher', path: href('account', { section: 'security' }) },
      { name: 'account-linked', as: 'teacher', path: href('account', { section: 'security' }), before: withLinked },
      { name: 'account-notifications', as: 'teacher', path: href('account', { section: 'notifications' }) },
      { name: 'account-data', as: 'teacher', path: href('account', { section: 'data' }) },
    ],
    'email-confirm': [{ name: 'email-confirm', as: null, path: `${href('email-confirm')}#${'A'.repeat(43)}` }],
    homepage: [
      { name: 'home', as: 'teacher', path: href('homepage') },
      { name: 'home-pupil', as: 'student', path: href('homepage') },
    ],
    search: [
      { name: 'search', as: 'teacher', path: href('search', {}, { q: 'Wasser' }) },
      { name: 'search-filtered', as: 'teacher', path: href('search', {}, { filter_fn_geb: ['080*', '220*'], filter_fn_sprache: ['de*'] }) },
      { name: 'search-filter-open', as: 'teacher', path: href('search'), before: openFilters },
      { name: 'search-choose', as: 'teacher', path: href('search', {}, { q: 'Wasser' }), before: chooseMedia },
      { name: 'search-none', as: 'teacher', path: href('search', {}, { q: 'Xyzzyplugh' }) },
    ],
    'ai-search': [
      { name: 'ai-search', as: 'teacher', path: href('ai-search', {}, { q: 'Wie wird aus Licht Zucker?' }) },
      { name: 'ai-search-start', as: 'student', path: href('ai-search') },
      { name: 'ai-search-dialog', as: 'teacher', path: href('search'), before: openQuestion },
    ],
    csearch: [
      { name: 'csearch', as: null, path: href('csearch', {}, { q: 'Wasser' }) },
      { name: 'csearch-closed', as: 'teacher', path: href('csearch', {}, { q: 'Zahlwerk' }) },
    ],
    media: found.map(({ identifier, viewer }) => ({ name: `media-${viewer}`, as: 'teacher', path: href('media', { id: identifier }) })),
    'library-media-detail': [
      { name: 'library-media', as: 'teacher', path: href('library-media-detail', { mediaType: 'media', mediaId: id }) },
      { name: 'media-seat', as: 'teacher', path: href('library-media-detail', { mediaType: 'book', mediaId: 'FU-55121153' }) },
      { name: 'media-review', as: 'teacher', path: href('media', { id: 'FU-55081323' }), before: reviewMedium },
      { name: 'media-report', as: 'student', path: href('media', { id: 'FU-55081323' }), before: reportMedium },
      { name: 'media-ask', as: 'student', path: href('media', { id: 'FU-55381289' }) },
      { name: 'media-cite', as: 'teacher', path: href('media', { id: 'FU-55081323' }), before: citeMedium },
    ],
    'search-media-detail': [{ name: 'search-media', as: 'student', path: href('search-media-detail', { mediaId: id }) }],
    'csearch-media-detail': [{ name: 'csearch-media', as: null, path: href('csearch-media-detail', { mediaId: id }) }],
    imprint: [{ name: 'imprint', as: null, path: href('imprint') }],
    privacy: [{ name: 'privacy', as: null, path: href('privacy') }],
    terms: [{ name: 'terms', as: null, path: href('terms') }],
    contact: [{ name: 'contact', as: null, path: href('contact') }],
    // Only for Type 'hueber'; in the demo the same statement is a part of the imprint.
    accessibility: [],
    // Only for Type 'hueber', like the next.
    'hueber-app-download': [],
    library: [
      { name: 'library', as: 'teacher', path: href('library') },
      { name: 'library-manage', as: 'schoolAdmin', path: href('library', { tab: 'licences' }, { view: 'manage' }) },
      {
        name: 'library-manage-new',
        as: 'districtAdmin',
        path: href('library', { tab: 'licences' }, { view: 'manage' }),
        before: newLicence,
      },
      { name: 'library-redeem', as: 'student', path: href('library'), before: redeemCode },
      { name: 'library-bookmarks', as: 'teacher', path: href('library', { tab: 'bookmarks' }), before: bookmarkSome },
      { name: 'library-history', as: 'student', path: href('library', { tab: 'history' }) },
      { name: 'library-searches', as: 'teacher', path: href('library', { tab: 'searches' }) },
      { name: 'library-wishes', as: 'teacher', path: href('library', { tab: 'wishes' }), before: wishSome },
      { name: 'library-reports', as: 'districtAdmin', path: href('library', { tab: 'reports' }) },
      { name: 'library-downloads', as: 'teacher', path: href('library', { tab: 'downloads' }) },
    ],
    'school-media-detail': [
      {
        name: 'licence',
        as: 'schoolAdmin',
        path: href('library', { tab: 'licences' }, { view: 'manage', q: 'Lebenslinien' }),
        before: openLicence,
      },
      {
        name: 'licence-give',
        as: 'schoolAdmin',
        path: href('library', { tab: 'licences' }, { view: 'manage', q: 'Lebenslinien' }),
        before: async (on) => {
          await openLicence(on);
          await on.getByRole('button', { name: /^(Plätze vergeben|Give seats)$/ }).click();
          await on.getByRole('dialog').getByRole('checkbox').first().waitFor();
        },
      },
    ],
    invitation: [
      { name: 'invitation', as: 'schoolAdmin', path: href('school', {}, { tab: 'invitations' }), before: openInvitation },
      { name: 'invitation-unknown', as: null, path: href('invitation', { id: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
    ],
    school: [
      { name: 'school', as: 'teacher', path: href('school') },
      { name: 'school-media', as: 'schoolAdmin', path: href('school', {}, { tab: 'media' }) },
      { name: 'school-people', as: 'schoolAdmin', path: href('school', {}, { tab: 'people' }) },
      { name: 'school-invitations', as: 'schoolAdmin', path: href('school', {}, { tab: 'invitations' }), before: openInviting },
      { name: 'school-settings', as: 'schoolAdmin', path: href('school', {}, { tab: 'settings' }) },
      { name: 'schools', as: 'districtAdmin', path: href('school') },
      { name: 'schools-audit', as: 'districtAdmin', path: href('school', {}, { tab: 'audit' }) },
      { name: 'schools-people', as: 'districtAdmin', path: href('school', {}, { tab: 'people' }) },
    ],
    'catalogue-editing': [
      { name: 'editing', as: 'districtAdmin', path: href('catalogue-editing') },
      { name: 'editing-bulk', as: 'districtAdmin', path: href('catalogue-editing', {}, { q: 'Wasser' }), before: changeMany },
    ],
    'medium-editing': [
      { name: 'editing-medium', as: 'districtAdmin', path: href('medium-editing', { id }) },
      { name: 'editing-new', as: 'districtAdmin', path: href('medium-editing', { id: 'new' }) },
      { name: 'editing-files', as: 'districtAdmin', path: href('medium-editing', { id }, { tab: 'files' }) },
      { name: 'editing-history', as: 'districtAdmin', path: href('medium-editing', { id }, { tab: 'history' }) },
    ],
    theme: [{ name: 'theme', as: 'districtAdmin', path: href('theme') }],
    translation: [{ name: 'translation', as: 'districtAdmin', path: href('translation') }],
    error: [
      { name: 'error', as: 'teacher', path: '/no/such/place' },
      { name: 'error-link', as: null, path: href('error', { type: 'link_expired' }) },
      { name: 'planned', as: 'teacher', path: href('classes') },
    ],
  };
  return Object.values(all).flat();
}

/** The sign-in page of a portal people may come to from others. */
async function withPortals(page: Page): Promise<void> {
  const items = [{ id: 'land', name: 'Landesportal' }];
  await page.route('**/api/v1/auth/providers', (route) => route.fulfill({ json: { items } }));
  await page.reload();
  await page.locator('.login-providers').waitFor();
}

/** Somebody who works at two schools. */
async function withSchools(page: Page): Promise<void> {
  const items = [
    { id: 'a', name: 'Schule am Deich' },
    { id: 'b', name: 'Waldschule' },
  ];
  await page.route('**/api/v1/user/schools', (route) => route.fulfill({ json: { items, current: 'a' } }));
  await page.reload();
  await page.locator('form.account-part select').last().scrollIntoViewIfNeeded();
}

/** The account page where one portal is linked and another could be. */
async function withLinked(page: Page): Promise<void> {
  const item = { provider: 'land', name: 'Landesportal', created_at: '2026-09-01T08:00:00Z', last_used_at: '2026-11-20T08:00:00Z' };
  const json = { items: [item], others: [{ provider: 'bund', name: 'Bildungsserver Nord' }] };
  await page.route('**/api/v1/user/identities', (route) => route.fulfill({ json }));
  await page.reload();
  await page.getByText('Bildungsserver Nord').first().scrollIntoViewIfNeeded();
}

/** Somebody who comes from there for the first time. */
async function asNewcomer(page: Page): Promise<void> {
  const schools = [
    { id: 'a', name: 'Schule am Deich' },
    { id: 'b', name: 'Waldschule' },
  ];
  const json = { kind: 'unknown', token: 'A'.repeat(43), provider: 'Landesportal', schools };
  await page.route('**/api/v1/auth/oidc/finish', (route) => route.fulfill({ json }));
  await page.evaluate(() => sessionStorage.setItem('visit', 'A'.repeat(43)));
  await page.goto('/login#answer=code%3Dc');
  await page.locator('form.account-form select').first().waitFor();
}

/** Between the password and the second factor; the answer is made here, since the accounts of the demo need none. */
async function halfSignedIn(page: Page, methods: string[]): Promise<void> {
  await page.route('**/api/v1/user/login', (route) => route.fulfill({ json: { second_factor: { token: 'A'.repeat(43), methods } } }));
  await page.locator('[name=login]').fill('amt@kreis.example');
  await page.locator('[name=password]').fill('rostiger Anker singt');
  await page.locator('form.login-form button[type=submit]').click();
  await page.locator('.account-form').waitFor();
}

/** The list of schools under its field. */
async function searchSchool(page: Page): Promise<void> {
  await page.getByRole('combobox', { name: /^(Schule|School)/ }).fill('schule');
  await page.locator('.school-list [role=option]').first().waitFor();
}

/** What a form says about its gaps. */
async function sendEmpty(page: Page): Promise<void> {
  await page.locator('form.account-form button[type=submit]').click();
  await page.locator('[aria-invalid=true]').first().waitFor();
}

/** The page behind a link of a mail; the answers are made here, since there is no mail to open. */
async function followLink(page: Page): Promise<void> {
  const fulfil = (part: string, json: object) => page.route(`**/api/v1/user/password/${part}`, (route) => route.fulfill({ json }));
  await fulfil('check', { account: 'm•••@lindenhof.example', factors: [] });
  await fulfil('confirm', { ok: true });
  await page.goto(`/login/password-reset#${'A'.repeat(43)}`);
  await page.locator('form.account-form').waitFor();
}

async function confirmLink(page: Page): Promise<void> {
  await followLink(page);
  await page.locator('form.account-form button[type=submit]').click();
  await page.locator('.password-rules').waitFor();
  await page.locator('[name=password]').fill('rostiger Anker');
}

/** The dialog with which people are invited. */
async function openInviting(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Einladen|Invite)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Makes a link and opens it. */
async function openInvitation(page: Page): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  const reply = await page.request.post('/api/v1/invitations', {
    headers: { 'x-csrf-token': token },
    data: { kind: 'link', role: 'teacher', message: 'Schön, dass Sie bei uns anfangen!' },
  });
  await page.goto(href('invitation', { id: ((await reply.json()) as { id: string }).id }));
}

/** The dialog of the AI search, from the bar. */
async function openQuestion(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(KI-Suche|AI search)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** The licence of a book whose seats are given one by one. */
async function openLicence(page: Page): Promise<void> {
  await page.getByRole('rowheader').getByRole('link').first().click();
  await page.getByRole('rowheader').first().waitFor();
  await page.waitForURL('**/school/**');
}

async function reviewMedium(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Bewerten|Review)$/ }).click();
  await page.getByRole('dialog').getByRole('textbox').first().waitFor();
}

async function reportMedium(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Lebenslinien 7\/8$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^(Problem melden|Report a problem)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

async function citeMedium(page: Page): Promise<void> {
  await page
    .getByRole('button', { name: /Lebenslinien 7\/8$/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /^(Zitieren|Cite)$/ }).click();
  await page.getByRole('dialog').waitFor();
}

/** Two chosen, and what can be done with them. */
async function changeMany(page: Page): Promise<void> {
  const boxes = page.getByRole('checkbox');
  await boxes.first().check();
  await boxes.nth(1).check();
  await page.getByRole('button', { name: /^(Ändern|Change) …$/ }).click();
  await page.getByRole('dialog').getByRole('combobox').first().waitFor();
}

async function newLicence(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Lizenz eintragen|Enter a licence)/ }).click();
  await page.getByRole('dialog').getByRole('searchbox').first().waitFor();
}

async function redeemCode(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Code einlösen|Redeem)/ }).click();
  await page.getByRole('dialog').getByRole('textbox').waitFor();
}

/** A medium the school has no licence for, so that there is something to see. */
async function wishSome(page: Page): Promise<void> {
  const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
  await page.request.put('/api/v1/wishes/FU-55381289', { headers: { 'x-csrf-token': token }, data: { note: 'Für die 5b' } });
  await page.reload();
}

/** Two media on the list, so that there is something to see. */
async function bookmarkSome(page: Page): Promise<void> {
  const reply = await page.request.get('/api/v1/media/search?q=Wasser&limit=2');
  const token = reply.headers()['x-csrf-token'] ?? '';
  const { items } = (await reply.json()) as { items: { identifier: string }[] };
  for (const { identifier } of items)
    await page.request.put(`/api/v1/bookmarks/${encodeURIComponent(identifier)}`, { headers: { 'x-csrf-token': token } });
  await page.reload();
}

/** On a desktop the first filter, on a phone the sheet with all of them. */
async function openFilters(page: Page): Promise<void> {
  const button = page.getByRole('button', { name: /^(Filter|Fach|Filters|Subject)\b/ });
  await button.filter({ visible: true }).first().click();
}

/** Two media are chosen. */
async function chooseMedia(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Mehrere auswählen|Choose several)$/ }).click();
  for (const i of [0, 1]) await page.getByRole('article').nth(i).getByRole('checkbox').check();
}
