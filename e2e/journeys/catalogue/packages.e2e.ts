/** Web packages of authoring tools: they run in the player and cannot leave it (docs/behaviour/files.md#packages). */
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { demoPortal, journey } from '../../src/journey.ts';
import { frameOf, addPackage, openPackage, PNG } from '../../src/steps/package-steps.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

/** Returns a page that prints the result of each expression, or the name of its error, on a separate line. */
const trying = (
  cases: Record<string, string>,
): string => `<!doctype html><meta charset="utf-8"><title>Probe</title><pre id="out"></pre><script>
const out = document.getElementById('out');
const line = (name, value) => { out.append(name + '=' + value + '\\n'); };
const attempt = async (name, act) => { try { line(name, await act()); } catch (error) { line(name, 'ERR ' + error.name); } };
(async () => {
${Object.entries(cases)
  .map(([name, code]) => `await attempt(${JSON.stringify(name)}, async () => { ${code} });`)
  .join('\n')}
line('end', 1);
})();
</script>`;

/** Waits for the last line and returns the results by name. */
async function linesOf(page: Page): Promise<Record<string, string>> {
  const out = frameOf(page).locator('#out');
  await expect.poll(() => out.innerText()).toContain('end=1');
  return Object.fromEntries(
    (await out.innerText())
      .trim()
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

const WASM = new Uint8Array([
  0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 127, 3, 2, 1, 0, 7, 5, 1, 1, 97, 0, 0, 10, 6, 1, 4, 0, 65, 42, 11,
]);

describe('web package', () => {
  journey('can use browser storage, workers, WebAssembly and dialogs', async ({ page, context }) => {
    const identifier = await addPackage(await demoPortal(), 'Werkzeuge', {
      'index.html': trying({
        inline: `return 'runs'`,
        eval: `return eval('1 + 1') + new Function('return 1')()`,
        local: `localStorage.setItem('a', 1); localStorage.b = 2; return localStorage.getItem('a') + localStorage.b + localStorage.length + Object.keys(localStorage)`,
        session: `sessionStorage.setItem('a', 'x'); return sessionStorage.a`,
        cookie: `document.cookie = 'stand=3; path=/'; document.cookie = 'weg=1'; document.cookie = 'weg=; expires=Thu, 01 Jan 1970 00:00:00 GMT'; return document.cookie`,
        database: `return new Promise((done, fail) => { const r = indexedDB.open('d', 1); r.onerror = fail; r.onupgradeneeded = () => r.result.createObjectStore('s'); r.onsuccess = () => { const t = r.result.transaction('s', 'readwrite'); t.objectStore('s').put('drin', 1); t.objectStore('s').get(1).onsuccess = (e) => done(e.target.result); }; })`,
        wasm: `return (await WebAssembly.instantiateStreaming(fetch('a.wasm'))).instance.exports.a()`,
        fetch: `return (await (await fetch('daten/werte.json', { credentials: 'include' })).json()).wert`,
        xhr: `return new Promise((done) => { const x = new XMLHttpRequest(); x.open('GET', 'daten/werte.json'); x.withCredentials = true; x.setRequestHeader('X-Requested-With', 'XMLHttpRequest'); x.onloadend = () => done(x.responseText); x.send(); })`,
        worker: `return new Promise((done, fail) => { const w = new Worker('js/w.js'); w.onmessage = (e) => done(e.data); w.onerror = (e) => fail(e); w.postMessage(20); })`,
        module: `return (await import('./js/m.mjs')).wert`,
        moduleWorker: `return new Promise((done, fail) => { const w = new Worker('js/mw.mjs', { type: 'module' }); w.onmessage = (e) => done(e.data); w.onerror = (e) => fail(e); })`,
        canvas: `const i = new Image(); i.src = 'p.png'; await i.decode(); const c = document.createElement('canvas'); c.getContext('2d').drawImage(i, 0, 0); return c.toDataURL().slice(0, 14)`,
        alert: `alert('Hallo'); return 'shown'`,
        confirm: `return confirm('Weiter?')`,
        serviceWorker: `return 'serviceWorker' in navigator`,
        history: `history.pushState({ a: 1 }, '', '#zwei'); return location.hash`,
        domain: `document.domain = document.domain; return 'ok'`,
        font: `const f = new FontFace('F', 'url(fort.woff2)'); return f.family`,
      }),
      'a.wasm': WASM,
      'p.png': PNG,
      'daten/werte.json': '{"wert":"aus der Datei"}',
      'js/w.js': `importScripts('teil.js'); onmessage = async (e) => postMessage(e.data + plus + (await (await fetch('../daten/werte.json')).json()).wert);`,
      'js/teil.js': 'var plus = 1;',
      'js/m.mjs': 'export { wert } from "./n.mjs";',
      'js/n.mjs': 'export const wert = "Modul";',
      'js/mw.mjs': 'import { wert } from "./n.mjs"; postMessage(wert + "-Arbeiter");',
    });
    await signInByCall(page, 'teacher');
    const dialogs: string[] = [];
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.message());
      void dialog.accept();
    });
    await openPackage(page, identifier);
    expect(await linesOf(page)).toMatchObject({
      inline: 'runs',
      eval: '3',
      local: '122a,b',
      session: 'x',
      cookie: 'stand=3',
      database: 'drin',
      wasm: '42',
      fetch: 'aus der Datei',
      xhr: '{"wert":"aus der Datei"}',
      worker: '21aus der Datei',
      module: 'Modul',
      moduleWorker: 'Modul-Arbeiter',
      canvas: 'data:image/png',
      alert: 'shown',
      confirm: 'true',
      serviceWorker: 'false',
      history: '#zwei',
      domain: 'ok',
      font: 'F',
    });
    expect(dialogs).toEqual(['Hallo', 'Weiter?']);
    // The package's storage is simulated; the browser's own storage of the portal stays empty.
    expect(await page.evaluate(() => [localStorage.getItem('a'), sessionStorage.getItem('a')])).toEqual([null, null]);
    expect((await context.cookies()).map(({ name }) => name)).not.toContain('stand');
  });

  journey('keeps its storage until it is closed', async ({ page }) => {
    const seite = (ziel: string) =>
      `<!doctype html><title>S</title><p id="stand"></p><a href="${ziel}">weiter</a><script>const n = Number(localStorage.getItem('n') || 0) + 1; localStorage.setItem('n', n); document.getElementById('stand').textContent = 'Seite ' + n;</script>`;
    const identifier = await addPackage(await demoPortal(), 'Zwei Seiten', {
      'index.html': seite('zwei.html'),
      'zwei.html': seite('index.html'),
    });
    await signInByCall(page, 'teacher');
    await openPackage(page, identifier);
    const frame = frameOf(page);
    await frame.getByText('Seite 1').waitFor();
    await frame.getByRole('link').click();
    await frame.getByText('Seite 2').waitFor();
    await frame.getByRole('link').click();
    await frame.getByText('Seite 3').waitFor();
    await openPackage(page, identifier);
    await frameOf(page).getByText('Seite 1').waitFor();
  });

  journey('cannot navigate the portal from its own window', async ({ page, context, problems }) => {
    const identifier = await addPackage(await demoPortal(), 'Fenster', {
      'index.html': `<!doctype html><title>F</title><button onclick="window.open('zwei.html')">öffnen</button><a href="zwei.html" target="_blank">Link</a>
        <button onclick="try { top.location = 'about:blank'; } catch (e) { document.title = e.name } this.after('versucht')">weg</button>`,
      'zwei.html': '<!doctype html><title>Zwei</title><h1>Zweite Seite</h1>',
    });
    await signInByCall(page, 'teacher');
    await openPackage(page, identifier);
    for (const press of [frameOf(page).getByRole('button', { name: 'öffnen' }), frameOf(page).getByRole('link')]) {
      const [popup] = await Promise.all([context.waitForEvent('page'), press.click()]);
      await popup.getByRole('heading', { name: 'Zweite Seite' }).waitFor();
      // The new window has an opaque origin, too.
      expect(await popup.evaluate(() => window.origin)).toBe('null');
      await popup.close();
    }
    const before = page.url();
    await frameOf(page).getByRole('button', { name: 'weg' }).click();
    await frameOf(page).getByText('versucht').waitFor();
    expect(page.url()).toBe(before);
    problems.splice(0, problems.length, ...problems.filter((problem) => !/Unsafe attempt to initiate navigation|sandboxed/.test(problem)));
  });

  journey('cannot access the session, the portal or another package', async ({ page, context, problems }) => {
    const portal = await demoPortal();
    const other = await addPackage(portal, 'Anderes Paket', { 'index.html': '<!doctype html><p>Anderes</p>', 'geheim.txt': 'geheim' });
    await signInByCall(page, 'teacher');
    const detail = (await (await page.request.get(`/api/v1/media/${other}`)).json()) as { files: { role: string; href: string }[] };
    const secret = `${portal}${detail.files.find(({ role }) => role === 'main')!.href}geheim.txt`;
    const identifier = await addPackage(portal, 'Spion', {
      'index.html': trying({
        origin: 'return window.origin',
        // Loads a page of the package without the run-time to access the browser's native storage.
        rawStorage: `const f = document.createElement('iframe'); f.src = 'roh.svg'; document.body.append(f); return new Promise((done) => { addEventListener('message', (e) => done(e.data.roh)); setTimeout(() => done('still'), 4000); })`,
        ownStorage: `delete window.localStorage; return Object.getOwnPropertyDescriptor(Window.prototype, 'localStorage') ? Object.getOwnPropertyDescriptor(Window.prototype, 'localStorage').get.call(window).length : window.localStorage.length`,
        rawCookie: `return Object.getOwnPropertyDescriptor(Document.prototype, 'cookie').get.call(document)`,
        api: `return (await fetch('/api/v1/user/userinfo', { credentials: 'include' })).status`,
        apiXhr: `return new Promise((done, fail) => { const x = new XMLHttpRequest(); x.open('GET', '/api/v1/user/userinfo'); x.onload = () => done(x.status); x.onerror = () => fail(new TypeError()); x.send(); })`,
        image: `return new Promise((done) => { const i = new Image(); i.onload = () => done('loaded'); i.onerror = () => done('refused'); i.src = '/api/v1/covers/x'; })`,
        otherPackage: `return (await fetch(${JSON.stringify(secret)})).status`,
        portalFrame: `const f = document.createElement('iframe'); f.src = '/library'; document.body.append(f); await new Promise((done) => setTimeout(done, 1500)); return f.contentDocument === null ? 'closed' : 'open'`,
        parentDocument: `return top.document.title`,
        parentStorage: `return top.localStorage.length`,
        form: `const f = document.createElement('form'); f.action = '/api/v1/user/logout'; f.method = 'post'; document.body.append(f); f.submit(); return 'sent'`,
      }),
      'roh.svg': `<svg xmlns="http://www.w3.org/2000/svg"><script>let roh; try { roh = localStorage.length } catch (e) { roh = e.name } parent.postMessage({ roh }, '*')</script></svg>`,
    });
    await openPackage(page, identifier);
    const found = await linesOf(page);
    expect(found).toMatchObject({
      origin: 'null',
      rawStorage: 'SecurityError',
      ownStorage: expect.stringMatching(/^ERR/) as string,
      rawCookie: 'ERR SecurityError',
      api: 'ERR TypeError',
      apiXhr: 'ERR TypeError',
      image: 'refused',
      otherPackage: 'ERR TypeError',
      portalFrame: 'closed',
      parentDocument: 'ERR SecurityError',
      parentStorage: 'ERR SecurityError',
    });
    // The user is still signed in and the portal still shows the medium.
    expect(await (await page.request.get('/api/v1/user/userinfo')).json()).toMatchObject({ role: 'L' });
    expect(page.url()).toContain(identifier);
    expect((await context.cookies()).length).toBeGreaterThan(0);
    problems.splice(0);
  });

  journey('reports missing files and blocked hosts', async ({ page, problems }) => {
    const identifier = await addPackage(await demoPortal(), 'Lücken', {
      'index.html':
        '<!doctype html><title>L</title><h1>Kurs</h1><script>const s = document.createElement("script"); s.src = "js/fehlt.js"; document.head.append(s); fetch("https://cdn.example/lib.js").catch(() => 0);</script>',
    });
    await signInByCall(page, 'teacher');
    await openPackage(page, identifier);
    await page.getByText(text('player.package.missing', { names: 'js/fehlt.js', count: 1 })).waitFor();
    await page.getByText(text('player.package.blocked', { hosts: 'cdn.example' })).waitFor();
    problems.splice(0);
  });
});
