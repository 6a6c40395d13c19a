/* global document, window, Schaltung */
// Draws the board, listens to the controls and ticks off the tasks.
'use strict';

const byId = (id) => document.getElementById(id);
const NS = 'http://www.w3.org/2000/svg';
const board = byId('board');
const state = { circuit: 'single', cells: 3, closed: false, lamps: [true, true] };
const calm = window.matchMedia('(prefers-reduced-motion: reduce)');
const number = (value, digits) => value.toLocaleString('de-DE', { maximumFractionDigits: digits });

const TASKS = [
  { text: 'Bring eine einzelne Lampe zum Leuchten.', done: (s, r) => s.circuit === 'single' && r.lamps[0] > 0 },
  { text: 'Lass in der Reihenschaltung beide Lampen leuchten.', done: (s, r) => s.circuit === 'series' && r.lamps[1] > 0 },
  {
    text: 'Schalte in Reihe und drehe nur eine Lampe heraus. Was macht die andere?',
    done: (s, r) => s.circuit === 'series' && s.closed && s.lamps[0] !== s.lamps[1] && r.amps === 0,
  },
  {
    text: 'Finde eine Schaltung, in der eine Lampe fehlt und die andere leuchtet.',
    done: (s, r) => s.circuit === 'parallel' && s.lamps[0] !== s.lamps[1] && r.amps > 0,
  },
  { text: 'Erreiche eine Stromstärke von 600 Milliampere.', done: (s, r) => Math.round(r.amps * 1000) === 600 },
];
const solved = TASKS.map(() => false);

function make(tag, attributes, ...children) {
  const node = document.createElementNS(NS, tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** A part of the board that can be clicked and reached with the keyboard. */
function grip(key, label, pressed, x, y, size, act, ...children) {
  const ring = make('circle', {
    class: 'ring',
    r: size,
    fill: 'transparent',
    stroke: 'transparent',
    'stroke-width': 3,
    'stroke-dasharray': '6 5',
  });
  const node = make(
    'g',
    {
      class: 'grip',
      id: 'grip-' + key,
      tabindex: 0,
      role: 'button',
      'aria-label': label,
      'aria-pressed': pressed,
      transform: `translate(${x} ${y})`,
    },
    ring,
    ...children,
  );
  node.addEventListener('click', act);
  node.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    act();
  });
  return node;
}

function lampParts(volts, present) {
  const glow = volts > 0 ? 0.2 + 0.8 * (volts / 4.5) : 0;
  const socket = make('path', { d: 'M-20 0H20V16H-20z', fill: '#b9bcc4', stroke: '#1d2430', 'stroke-width': 2 });
  if (!present)
    return [socket, make('path', { d: 'M-12 -8L12 -30M-12 -30L12 -8', stroke: '#b3352c', 'stroke-width': 5, 'stroke-linecap': 'round' })];
  return [
    make('circle', { cy: -36, r: 66, fill: '#f5bf66', opacity: 0.3 * glow }),
    make('circle', { cy: -36, r: 48, fill: '#f5bf66', opacity: 0.5 * glow }),
    make('path', {
      d: 'M-16 0C-16 -14 -32 -20 -32 -40A32 32 0 0 1 32 -40C32 -20 16 -14 16 0z',
      fill: '#fffefc',
      stroke: '#1d2430',
      'stroke-width': 3,
    }),
    make('path', { d: 'M-16 0C-16 -14 -32 -20 -32 -40A32 32 0 0 1 32 -40C32 -20 16 -14 16 0z', fill: '#ffd257', opacity: glow }),
    make('path', {
      d: 'M-9 -2V-28L-4.5 -38L0 -28L4.5 -38L9 -28V-2',
      fill: 'none',
      stroke: volts > 0 ? '#b04a00' : '#1d2430',
      'stroke-width': 2.5,
      'stroke-linejoin': 'round',
    }),
    socket,
  ];
}

function battery(count) {
  const group = make('g', { transform: 'translate(430 320)' });
  for (let i = 0; i < count; i++) {
    const x = (i - (count - 1) / 2) * 62;
    group.append(
      make('rect', { x: x - 29, y: -22, width: 56, height: 44, rx: 6, fill: '#3d2f66' }),
      make('rect', { x: x + 9, y: -22, width: 18, height: 44, rx: 6, fill: '#b9703c' }),
      make('rect', { x: x + 27, y: -8, width: 5, height: 16, fill: '#b9bcc4' }),
    );
    const minus = make('text', { x: x - 15, y: 6, class: 'pole' }, '–');
    const plus = make('text', { x: x + 18, y: 6, class: 'pole' }, '+');
    group.append(minus, plus);
  }
  return group;
}

function draw() {
  const focused = document.activeElement ? document.activeElement.id : '';
  const plan = Schaltung.plan(state.circuit);
  const result = Schaltung.solve(state);
  const wires = plan.wires.map((d) => make('path', { d, fill: 'none', stroke: '#1d2430', 'stroke-width': 6, 'stroke-linejoin': 'round' }));
  const gap = make('rect', { x: 196, y: 306, width: 68, height: 28, fill: '#fffefc' });
  const lever = make('path', {
    d: state.closed ? 'M-34 0H34' : 'M-34 0L24 -34',
    stroke: '#b9703c',
    'stroke-width': 9,
    'stroke-linecap': 'round',
  });
  const knobs = [-34, 34].map((cx) => make('circle', { cx, r: 7, fill: '#1d2430' }));
  const contact = grip(
    'switch',
    state.closed ? 'Schalter, geschlossen' : 'Schalter, offen',
    state.closed,
    230,
    320,
    48,
    toggleSwitch,
    lever,
    ...knobs,
  );
  const lamps = plan.lamps.map(([x, y], i) => {
    const word = !state.lamps[i] ? 'herausgedreht' : result.lamps[i] > 0 ? 'leuchtet' : 'leuchtet nicht';
    return grip(
      'lamp-' + (i + 1),
      `Lampe ${i + 1}, ${word}`,
      !state.lamps[i],
      x,
      y,
      58,
      () => toggleLamp(i),
      ...lampParts(result.lamps[i], state.lamps[i]),
      make('text', { class: 'side', x: 48, y: -14 }, `Lampe ${i + 1}`),
    );
  });
  const flow = make('g', { id: 'flow' });
  board.replaceChildren(
    ...wires,
    gap,
    flow,
    battery(state.cells),
    contact,
    ...lamps,
    make('text', { x: 230, y: 374 }, state.closed ? 'Schalter zu' : 'Schalter auf'),
  );
  if (focused.startsWith('grip-')) byId(focused)?.focus();
  electrons(result);
}

let running = 0;
function electrons(result) {
  window.cancelAnimationFrame(running);
  const flow = byId('flow');
  const plan = Schaltung.plan(state.circuit);
  const active = plan.loops
    .map((loop, i) => ({ loop, amps: state.circuit === 'parallel' ? result.lamps[i] / Schaltung.ohm : result.amps }))
    .filter((l) => l.amps > 0);
  const dots = active.flatMap(({ loop, amps }) =>
    Array.from({ length: 16 }, (_, i) => {
      const dot = make('circle', { r: 6.5, fill: '#2f6fd0', stroke: '#fff', 'stroke-width': 1.5 });
      flow.append(dot);
      return { dot, loop, amps, offset: i / 16 };
    }),
  );
  const place = (time) => {
    for (const { dot, loop, amps, offset } of dots) {
      const [x, y] = along(loop, (offset + (time / 1000) * amps * 0.35) % 1);
      dot.setAttribute('cx', x);
      dot.setAttribute('cy', y);
    }
    if (!calm.matches && dots.length) running = window.requestAnimationFrame(place);
  };
  place(0);
}

function along(points, share) {
  const steps = points.slice(1).map((p, i) => Math.hypot(p[0] - points[i][0], p[1] - points[i][1]));
  let rest = share * steps.reduce((a, b) => a + b, 0);
  for (let i = 0; i < steps.length; i++) {
    if (rest <= steps[i]) return [0, 1].map((k) => points[i][k] + ((points[i + 1][k] - points[i][k]) * rest) / steps[i]);
    rest -= steps[i];
  }
  return points[0];
}

function sentence(result) {
  const lit = result.lamps.filter((v) => v > 0).length;
  if (!state.closed) return 'Der Schalter ist offen. Es fließt kein Strom.';
  if (lit === 0) return 'Der Kreis ist an einer Lampe unterbrochen. Es fließt kein Strom.';
  if (state.circuit === 'single') return 'Der Kreis ist geschlossen. Die Lampe leuchtet.';
  if (state.circuit === 'series') return 'Beide Lampen teilen sich die Spannung und leuchten schwächer.';
  return lit === 2
    ? 'Jede Lampe hat ihren eigenen Kreis. Beide leuchten mit voller Helligkeit.'
    : 'Eine Lampe fehlt. Die andere leuchtet trotzdem weiter.';
}

function update() {
  const result = Schaltung.solve(state);
  const two = state.circuit !== 'single';
  draw();
  byId('state').textContent = sentence(result);
  byId('volts').textContent = `${number(result.volts, 1)} V`;
  const lit = result.lamps.find((v) => v > 0) || 0;
  byId('each').textContent = `${number(lit, 2)} V`;
  byId('amps').textContent = `${number(result.amps * 1000, 0)} mA`;
  byId('cells-text').textContent = String(state.cells);
  byId('switch').textContent = state.closed ? 'Schalter öffnen' : 'Schalter schließen';
  byId('switch').setAttribute('aria-pressed', String(state.closed));
  [1, 2].forEach((n) => {
    const button = byId('lamp-' + n);
    button.hidden = n === 2 && !two;
    button.textContent = `Lampe ${n} ${state.lamps[n - 1] ? 'herausdrehen' : 'eindrehen'}`;
    button.setAttribute('aria-pressed', String(!state.lamps[n - 1]));
  });
  tick(result);
}

function tick(result) {
  TASKS.forEach((task, i) => {
    if (!solved[i] && task.done(state, result)) solved[i] = true;
    const item = byId('tasks').children[i];
    item.className = solved[i] ? 'done' : '';
    item.lastChild.textContent = solved[i] ? '✓ geschafft' : 'offen';
  });
}

function toggleSwitch() {
  state.closed = !state.closed;
  update();
}
function toggleLamp(i) {
  state.lamps[i] = !state.lamps[i];
  update();
}

for (const task of TASKS) {
  const item = document.createElement('li');
  const text = document.createElement('span');
  text.textContent = task.text;
  item.append(text, document.createElement('b'));
  byId('tasks').append(item);
}
byId('switch').addEventListener('click', toggleSwitch);
byId('lamp-1').addEventListener('click', () => toggleLamp(0));
byId('lamp-2').addEventListener('click', () => toggleLamp(1));
byId('cells').addEventListener('input', (event) => {
  state.cells = Number(event.target.value);
  update();
});
document.querySelectorAll('input[name=circuit]').forEach((input) =>
  input.addEventListener('change', () => {
    state.circuit = input.value;
    state.lamps = [true, true];
    update();
  }),
);
update();
