/** H5P exercises: they can read canvases and need consent to load content from another server (docs/behaviour/files.md#other-servers). */
import { contentHosts } from '@fundus/contract/files/content-hosts';
import { href } from '@fundus/contract/screens';
import { describe, expect } from 'vitest';
import { sendCall } from '../../src/steps/class-steps.ts';
import { demoPortal, journey } from '../../src/journey.ts';
import { frameOf, addPackage, openPackage, PNG, type Files } from '../../src/steps/package-steps.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

/** Returns an H5P exercise whose only library draws a picture on a canvas, as puzzles do. */
const exercise = (content: object): Files => ({
  'h5p.json': JSON.stringify({
    ...{ title: 'Bild', language: 'de', mainLibrary: 'H5P.Probebild', embedTypes: ['div'] },
    preloadedDependencies: [{ machineName: 'H5P.Probebild', majorVersion: 1, minorVersion: 0 }],
  }),
  'content/content.json': JSON.stringify(content),
  'content/images/p.png': PNG,
  'H5P.Probebild-1.0/library.json': JSON.stringify({
    ...{ title: 'Bild', machineName: 'H5P.Probebild', majorVersion: 1, minorVersion: 0, patchVersion: 0, runnable: 1 },
    preloadedJs: [{ path: 'bild.js' }],
  }),
  'H5P.Probebild-1.0/bild.js': `var H5P = H5P || {}; H5P.Probebild = function (params, id) { this.attach = function ($box) {
    localStorage.setItem('versuch', 1);
    var img = new Image(); img.onload = function () { var c = document.createElement('canvas'); c.getContext('2d').drawImage(img, 0, 0);
      $box.append('<p>gezeichnet ' + c.toDataURL().slice(5, 14) + '</p>'); }; img.src = H5P.getPath(params.bild.path, id); }; };`,
});
const PICTURE = { bild: { path: 'images/p.png', mime: 'image/png' } };

describe('H5P exercise', () => {
  journey('can read pictures from a canvas', async ({ page }) => {
    const identifier = await addPackage(await demoPortal(), 'Übung mit Bild', exercise(PICTURE), 'bild.h5p');
    await signInByCall(page, 'teacher');
    await openPackage(page, identifier, 'h5p');
    await frameOf(page).getByText('gezeichnet image/png').waitFor();
  });

  journey("loads content from another server only with the user's consent", async ({ page }) => {
    const portal = await demoPortal();
    const content = { ...PICTURE, video: { path: 'https://film.example/a', mime: 'video/mp4' } };
    const identifier = await addPackage(portal, 'Übung mit fremdem Film', exercise(content), 'film.h5p');
    await signInByCall(page, 'teacher');
    await openPackage(page, identifier, 'h5p');
    await page.getByText(text('player.hosts.refused', { hosts: 'film.example' })).waitFor();
    await frameOf(page).getByText('gezeichnet image/png').waitFor();
    // A district administrator allows the host.
    await signInByCall(page, 'districtAdmin');
    await page.goto(href('content-hosts'));
    const field = page.getByRole('textbox', { name: text('hosts.field') });
    await field.fill('keine Adresse');
    await page.getByRole('button', { name: text('hosts.save') }).click();
    await page.getByText(text('hosts.wrong', { host: 'keine' })).waitFor();
    await field.fill('https://film.example/pfad');
    await page.getByRole('button', { name: text('hosts.save') }).click();
    await page.getByText(text('hosts.saved')).waitFor();
    await expect.poll(() => field.inputValue()).toBe('film.example');
    await signInByCall(page, 'teacher');
    await openPackage(page, identifier, 'h5p');
    await page.getByText(text('player.hosts.ask', { hosts: 'film.example' })).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
    const player = page.waitForResponse((reply) => reply.url().includes('/h5p/player.html'));
    await page.getByRole('button', { name: text('player.hosts.load') }).click();
    expect((await player).headers()['content-security-policy']).toMatch(/media-src [^;]*film\.example/);
    await frameOf(page).getByText('gezeichnet image/png').waitFor();
    await sendCall(await callsAs(portal, 'districtAdmin'), contentHosts.setHosts, {}, { hosts: [] });
  });
});
