/* global document, Brueche */
// Connects the number fields with the strips and the sentences.
'use strict';

const byId = (id) => document.getElementById(id);
const NS = 'http://www.w3.org/2000/svg';
const { text } = Brueche;
let common = false;
let added = false;
let task = null;

const value = (id, low, high) => Math.min(high, Math.max(low, Math.round(Number(byId(id).value) || low)));
const first = () => [value('a', 0, 12), value('b', 1, 12)];
const second = () => [value('c', 0, 12), value('d', 1, 12)];

/** Draws a strip: one or more wholes, divided in `parts`; `fills` says how many cells carry which class. */
function strip(id, parts, fills, label) {
  const svg = byId(id);
  const total = fills.reduce((sum, [, n]) => sum + n, 0);
  const wholes = Math.max(1, Math.ceil(total / parts));
  const width = 596 / wholes / parts;
  const names = fills.flatMap(([name, n]) => Array(n).fill(name));
  const cells = Array.from({ length: wholes * parts }, (_, i) => {
    const cell = document.createElementNS(NS, 'rect');
    const attributes = { x: 2 + i * width + Math.floor(i / parts) * 0.01, y: 4, width, height: 56, class: `cell ${names[i] || ''}` };
    for (const [name, v] of Object.entries(attributes)) cell.setAttribute(name, v);
    return cell;
  });
  svg.setAttribute('aria-label', label);
  svg.replaceChildren(...cells);
}

function compare(p, q) {
  const [a, c] = [p[0] * q[1], q[0] * p[1]];
  if (a === c) return `${text(p)} und ${text(q)} sind gleich groß.`;
  return a > c ? `${text(p)} ist größer als ${text(q)}.` : `${text(p)} ist kleiner als ${text(q)}.`;
}

function update() {
  const [p, q] = [first(), second()];
  const [p2, q2] = common ? Brueche.common(p, q) : [p, q];
  strip('bar-1', p2[1], [['full', p2[0]]], `Streifen: ${text(p2)}`);
  strip('bar-2', q2[1], [['full', q2[0]]], `Streifen: ${text(q2)}`);
  byId('compare').textContent = compare(p, q);
  byId('common').setAttribute('aria-pressed', String(common));
  byId('add').setAttribute('aria-pressed', String(added));
  byId('add').disabled = !common;
  byId('bar-3').toggleAttribute('hidden', !added);
  const sum = Brueche.sum(p, q);
  if (added)
    strip(
      'bar-3',
      sum[1],
      [
        ['one', p2[0]],
        ['two', q2[0]],
      ],
      `Summe: ${text(sum)}`,
    );
  byId('sum').textContent = sentence(p, q, p2, q2, sum);
}

function sentence(p, q, p2, q2, sum) {
  if (!common) return 'Mache die Brüche zuerst gleichnamig.';
  if (!added) return `${text(p)} = ${text(p2)} und ${text(q)} = ${text(q2)}. Der gemeinsame Nenner ist ${p2[1]}.`;
  const short = Brueche.reduced(sum);
  return `${text(p2)} + ${text(q2)} = ${text(sum)}${short[1] === sum[1] ? '' : `, gekürzt ${text(short)}`}.`;
}

function newTask() {
  const pick = (list) => list[Math.floor(Math.random() * list.length)];
  const b = pick([2, 3, 4, 5, 6]);
  const d = pick([2, 3, 4, 6, 8].filter((n) => n !== b));
  task = [
    [1 + Math.floor(Math.random() * (b - 1)), b],
    [1 + Math.floor(Math.random() * (d - 1)), d],
  ];
  byId('task').textContent = `${text(task[0])} + ${text(task[1])} = ?`;
  byId('verdict').textContent = 'Gib Zähler und Nenner ein.';
  byId('verdict').className = 'say';
  byId('x').value = byId('y').value = '';
}

for (const id of ['a', 'b', 'c', 'd'])
  byId(id).addEventListener('input', () => {
    added = false;
    update();
  });
byId('common').addEventListener('click', () => {
  common = !common;
  if (!common) added = false;
  update();
});
byId('add').addEventListener('click', () => {
  added = !added;
  update();
});
byId('practice').addEventListener('submit', (event) => {
  event.preventDefault();
  const right = Brueche.sum(task[0], task[1]);
  const good = Brueche.same([Number(byId('x').value), Number(byId('y').value)], right);
  byId('verdict').className = `say ${good ? 'good' : 'bad'}`;
  byId('verdict').textContent = good ? `✓ Richtig: ${text(right)}.` : `✗ Noch nicht. Tipp: Der gemeinsame Nenner ist ${right[1]}.`;
});
byId('next').addEventListener('click', newTask);
newTask();
update();
