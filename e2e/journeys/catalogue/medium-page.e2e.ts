/** Page of a medium, except the player: navigation between results, citation, licences, requests of learners. */
import { describe, expect } from 'vitest';
import { pathOf } from '../../src/browser.ts';
import { journey } from '../../src/journey.ts';
import { signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

describe('page of a medium', () => {
  journey('links to the neighbouring search results and their list', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/search?q=Wasser');
    const cards = page.getByRole('article').filter({ visible: true });
    const first = (await cards.nth(0).getByRole('heading').textContent()) ?? '';
    const second = (await cards.nth(1).getByRole('heading').textContent()) ?? '';
    await cards.nth(0).getByRole('heading').getByRole('link').click();
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page.getByRole('link', { name: text('media.trail.after.named', { title: '' }) }).click();
    await page.getByRole('heading', { level: 1, name: second }).waitFor();
    await page.getByRole('link', { name: text('media.trail.before.named', { title: '' }) }).click();
    await page.getByRole('heading', { level: 1, name: first }).waitFor();
    await page
      .getByRole('navigation', { name: text('media.back') })
      .getByRole('link', { name: /^\d+ Medien zu/ })
      .click();
    await expect.poll(() => pathOf(page)).toBe('/search');
  });

  journey('saves the citation to a file', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/media/FU-55081323');
    await page.getByRole('button', { name: text('card.menu', { title: 'Lebenslinien 7/8' }) }).click();
    await page.getByRole('menuitem', { name: text('media.cite') }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Amselweg Schulbuchverlag. (2024).').waitFor();
    await dialog.getByRole('button', { name: text('media.cite.ris') }).click();
    const [saved] = await Promise.all([page.waitForEvent('download'), dialog.getByRole('link', { name: text('media.cite.save') }).click()]);
    expect(saved.suggestedFilename()).toBe('amselweg2024lebenslinien.ris');
  });

  journey('updates the usage rights after a teacher takes a seat', async ({ page }) => {
    await signInByCall(page, 'teacher');
    await page.goto('/media/FU-55121153');
    const may = page.getByRole('region', { name: text('media.may') });
    await may.getByText(text('media.may.why.seat')).first().waitFor();
    await page.getByRole('button', { name: text('licence.take') }).click();
    await page.getByText(text('licence.own.assigned')).waitFor();
    await expect.poll(() => may.getByText(text('media.may.why.seat')).count()).toBe(0);
    await page.getByRole('button', { name: text('licence.giveBack') }).click();
    await may.getByText(text('media.may.why.seat')).first().waitFor();
  });

  journey('lets a learner without a licence ask the teacher for the medium', async ({ page }) => {
    await signInByCall(page, 'student');
    await page.goto('/media/FU-55381289');
    await page.getByRole('heading', { level: 1, name: text('media.problem.licence') }).waitFor();
    const ask = page.getByRole('button', { name: /^Lehrkraft (der .+ )?fragen$/ }).first();
    await ask.click();
    await page
      .getByText(/^Du hast in .+ danach gefragt\./)
      .first()
      .waitFor();
    const way = page.getByRole('link', { name: /^Zur Klasse / }).first();
    const name = (await way.innerText()).replace('Zur Klasse ', '');
    const address = (await way.getAttribute('href'))!;

    await page.context().clearCookies();
    await signInByCall(page, 'teacher');
    await page.goto('/');
    await page
      .getByRole('region', { name: text('home.today') })
      .getByRole('link', { name: new RegExp(`Medienw.nsche? aus ${name}$`) })
      .click();
    const asked = page.getByRole('region', { name: text('class.questions') });
    await asked.getByText(text('class.question.none')).waitFor();
    await asked.getByRole('button', { name: /ablehnen$/ }).click();
    await page.getByRole('menuitem', { name: text('class.question.reason.no_licence') }).click();
    await asked.waitFor({ state: 'detached' });

    await page.context().clearCookies();
    await signInByCall(page, 'student');
    await page.goto(address);
    await page
      .getByRole('region', { name: text('class.questions.own') })
      .getByText(/Dafür haben wir keine Lizenz/)
      .waitFor();
    await page.goto('/media/FU-55381289');
    await page.getByText(`Antwort aus ${name}: Dafür haben wir keine Lizenz.`, { exact: false }).waitFor();
    await page.getByRole('link', { name: text('media.problem.licence.look') }).click();
    await page.getByRole('heading', { level: 1, name: 'Zahlwerk 6' }).waitFor();
    await page.getByRole('link', { name: text('card.substitute') }).click();
    await page.getByRole('article').first().waitFor();
  });

  journey('links a bookmarked medium to the next bookmark', async ({ page }) => {
    await signInByCall(page, 'teacher');
    const token = (await page.request.get('/api/v1/user/userinfo')).headers()['x-csrf-token'] ?? '';
    const headers = { 'X-CSRF-Token': token };
    for (const id of ['FU-jahreszeiten', 'FU-schall']) await page.request.put(`/api/v1/bookmarks/${id}`, { headers });
    await page.goto('/media/FU-schall/bookmarks');
    await page.getByRole('link', { name: text('media.trail.after.named', { title: 'Warum gibt es Jahreszeiten?' }) }).click();
    await page.waitForURL('**/media/FU-jahreszeiten/bookmarks');
    const appearances = page.getByRole('region', { name: text('media.appearances') });
    await appearances.getByRole('link', { name: text('media.appearances.bookmarks', { count: 1 }) }).click();
    await page.waitForURL('**/library/bookmarks');
    for (const id of ['FU-jahreszeiten', 'FU-schall']) await page.request.delete(`/api/v1/bookmarks/${id}`, { headers });
  });
});
