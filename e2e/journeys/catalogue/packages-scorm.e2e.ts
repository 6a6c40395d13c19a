/** SCORM packages: run-time API, list of units, and results of assignments (docs/behaviour/assignments.md#packages). */
import { assignments } from '@fundus/contract/assignments/assignments';
import { assignmentResults, type WorkOf } from '@fundus/contract/assignments/results';
import { href } from '@fundus/contract/screens';
import { describe, expect } from 'vitest';
import { sendCall, ensureClass } from '../../src/steps/class-steps.ts';
import { demoPortal, journey } from '../../src/journey.ts';
import { assignPackage, frameOf, addPackage, openPackage, type Files } from '../../src/steps/package-steps.ts';
import { callsAs, signInByCall } from '../../src/people.ts';
import { text } from '../../src/texts.ts';

const scoManifest = (
  version: '1.2' | '2004',
  scos: readonly string[],
): string => `<?xml version="1.0"?><manifest identifier="m" xmlns="http://www.imsproject.org/xsd/imscp_rootv1p1p2" xmlns:adlcp="http://www.adlnet.org/xsd/adlcp_rootv1p2">
<metadata><schema>ADL SCORM</schema><schemaversion>${version === '1.2' ? '1.2' : '2004 4th Edition'}</schemaversion></metadata>
<organizations default="o"><organization identifier="o"><title>Kurs</title>${scos.map((name, i) => `<item identifier="i${i}" identifierref="r${i}"><title>${name}</title></item>`).join('')}</organization></organizations>
<resources>${scos.map((_, i) => `<resource identifier="r${i}" type="webcontent" adlcp:scormtype="sco" href="sco.html?teil=${i}"/>`).join('')}</resources></manifest>`;

/** SCO that searches its parent windows for the API, as SCOs of SCORM 1.2 do. */
const SCO_12 = `<!doctype html><meta charset="utf-8"><title>SCO</title><pre id="stand"></pre>
<button id="halb">merken</button><button id="fertig">abschließen</button><script>
function find(win) { var n = 0; while (win.API == null && win.parent != null && win.parent != win) { if (++n > 7) return null; win = win.parent; } return win.API; }
var API = find(window.parent);
var said = API.LMSInitialize('');
var show = function () { document.getElementById('stand').textContent = [said, API.LMSGetValue('cmi.core.entry'), API.LMSGetValue('cmi.core.lesson_location'), API.LMSGetValue('cmi.suspend_data').length, API.LMSGetValue('cmi.core.lesson_status'), API.LMSGetValue('cmi.core.credit'), API.LMSGetLastError()].join('|'); };
document.getElementById('halb').onclick = function () { API.LMSSetValue('cmi.core.lesson_location', 'folie-4'); API.LMSSetValue('cmi.suspend_data', 'x'.repeat(3000)); API.LMSSetValue('cmi.core.lesson_status', 'incomplete'); API.LMSSetValue('cmi.core.exit', 'suspend'); API.LMSSetValue('cmi.core.session_time', '00:02:00'); API.LMSCommit(''); API.LMSFinish(''); this.after(' gemerkt'); };
document.getElementById('fertig').onclick = function () { API.LMSSetValue('cmi.core.score.raw', '85'); API.LMSSetValue('cmi.core.lesson_status', 'passed'); API.LMSFinish(''); this.after(' fertig'); };
show();
</script>`;

const SCO_2004 = `<!doctype html><meta charset="utf-8"><title>SCO</title><pre id="stand"></pre><button id="fertig">abschließen</button><script>
function scan(win) { var n = 0; while (win.API_1484_11 == null && win.parent != null && win.parent != win) { if (++n > 500) return null; win = win.parent; } return win.API_1484_11; }
var API = null; if (window.parent != null && window.parent != window) API = scan(window.parent); if (API == null && window.opener != null) API = scan(window.opener);
var said = API.Initialize('');
document.getElementById('stand').textContent = [said, API.GetValue('cmi.entry'), API.GetValue('cmi.mode'), API.GetValue('cmi.completion_status'), API.GetValue('cmi.learner_id')].join('|');
document.getElementById('fertig').onclick = function () { API.SetValue('cmi.score.scaled', '0.9'); API.SetValue('cmi.success_status', 'passed'); API.SetValue('cmi.completion_status', 'completed'); API.SetValue('cmi.interactions.0.id', 'f1'); API.SetValue('cmi.interactions.0.type', 'true-false'); API.Commit(''); API.Terminate(''); this.after(' fertig ' + API.GetLastError()); };
</script>`;

describe('SCORM package', () => {
  const sco12: Files = { 'imsmanifest.xml': scoManifest('1.2', ['Erster Teil']), 'sco.html': SCO_12 };

  journey('does not store its state outside an assignment', async ({ page }) => {
    const identifier = await addPackage(await demoPortal(), 'SCORM allein', sco12);
    await signInByCall(page, 'student');
    await openPackage(page, identifier);
    const stand = frameOf(page).locator('#stand');
    await expect.poll(() => stand.innerText()).toBe('true|ab-initio||0|not attempted|no-credit|0');
    await frameOf(page).getByRole('button', { name: 'merken' }).click();
    await frameOf(page).getByText('gemerkt').waitFor();
    await openPackage(page, identifier);
    await expect.poll(() => stand.innerText()).toBe('true|ab-initio||0|not attempted|no-credit|0');
  });

  journey('reports its score to the assignment', async ({ page }) => {
    const portal = await demoPortal();
    const identifier = await addPackage(portal, 'SCORM 1.2 als Aufgabe', sco12);
    await signInByCall(page, 'teacher');
    const classId = await ensureClass(page, '8b');
    const { id, stepId } = await assignPackage(portal, classId, identifier, { completion: 'score', pass_percent: 80 });
    const address = `${href('class-media-detail', { id: classId, mediaType: 'media', mediaId: identifier })}?${new URLSearchParams({ assignment: id, step: stepId })}`;
    await signInByCall(page, 'student');
    const open = async () => {
      await page.goto(address);
      await page.getByRole('button', { name: text('media.open.package') }).click();
    };
    await open();
    const stand = frameOf(page).locator('#stand');
    await expect.poll(() => stand.innerText()).toBe('true|ab-initio||0|not attempted|credit|0');
    const kept = page.waitForResponse(
      (reply) => reply.url().endsWith(`/steps/${stepId}/work`) && (reply.request().postData() ?? '').includes('folie-4'),
    );
    await frameOf(page).getByRole('button', { name: 'merken' }).click();
    await kept;
    await open();
    await expect.poll(() => stand.innerText()).toBe('true|resume|folie-4|3000|incomplete|credit|0');
    await frameOf(page).getByRole('button', { name: 'abschließen' }).click();
    await frameOf(page).getByText('fertig', { exact: false }).first().waitFor();
    const asTeacher = await callsAs(portal, 'teacher');
    const workOf = async () =>
      (await sendCall<{ work: WorkOf[] }>(asTeacher, assignmentResults.ofAssignment, { id })).work.find(
        ({ step_id, attempts }) => step_id === stepId && attempts > 0,
      );
    await expect.poll(workOf).toMatchObject({ state: 'completed', score: 85, attempts: 1 });
    // Only the learner can read the stored state.
    const units = await sendCall<{ units: Record<string, { cmi: Record<string, unknown> }> }>(
      await callsAs(portal, 'student'),
      assignments.units,
      { id, stepId },
    );
    expect(units.units.i0!.cmi['cmi.core.total_time']).toMatch(/^0+:02:00/);
    await expect(sendCall(asTeacher, assignments.units, { id, stepId })).rejects.toThrow('404');
  });

  journey('is completed when all its units are completed', async ({ page }) => {
    const portal = await demoPortal();
    const identifier = await addPackage(portal, 'SCORM 2004', {
      'imsmanifest.xml': scoManifest('2004', ['Einstieg', 'Übung']),
      'sco.html': SCO_2004,
    });
    await signInByCall(page, 'teacher');
    const classId = await ensureClass(page, '8b');
    const { id, stepId } = await assignPackage(portal, classId, identifier, { completion: 'score' });
    await signInByCall(page, 'student');
    await page.goto(
      `${href('class-media-detail', { id: classId, mediaType: 'media', mediaId: identifier })}?${new URLSearchParams({ assignment: id, step: stepId })}`,
    );
    await page.getByRole('button', { name: text('media.open.package') }).click();
    const stand = frameOf(page).locator('#stand');
    const units = page.getByRole('combobox', { name: text('player.unit'), exact: true });
    const asTeacher = await callsAs(portal, 'teacher');
    const workOf = async () =>
      (await sendCall<{ work: WorkOf[] }>(asTeacher, assignmentResults.ofAssignment, { id })).work.find(
        ({ step_id, state }) => step_id === stepId && state !== 'not_started',
      );
    for (const name of ['1. Einstieg', '2. Übung']) {
      await expect.poll(() => units.locator('option:checked').innerText()).toContain(name);
      await expect.poll(() => stand.innerText()).toBe('true|ab-initio|normal|unknown|learner');
      await frameOf(page).getByRole('button', { name: 'abschließen' }).click();
      await frameOf(page).getByText('fertig 0').waitFor();
      await expect.poll(() => units.locator('option:checked').innerText()).toContain(`(${text('player.unit.passed')})`);
      if (name === '1. Einstieg') {
        await expect.poll(workOf).toMatchObject({ score: null, state: 'started' });
        await page.getByRole('button', { name: text('player.unit.next') }).click();
      }
    }
    await expect.poll(workOf).toMatchObject({ score: 90, state: 'completed' });
  });
});
