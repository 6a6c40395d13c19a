/* global Brueche */
// The arithmetic of fractions, free of any page.
'use strict';

globalThis.Brueche = {
  gcd: (a, b) => (b ? Brueche.gcd(b, a % b) : a),
  lcm: (a, b) => (a * b) / Brueche.gcd(a, b),
  reduced([a, b]) {
    const g = Brueche.gcd(a, b) || 1;
    return [a / g, b / g];
  },
  /** Both fractions over their smallest common denominator. */
  common([a, b], [c, d]) {
    const n = Brueche.lcm(b, d);
    return [
      [(a * n) / b, n],
      [(c * n) / d, n],
    ];
  },
  sum(p, q) {
    const [[a, n], [c]] = Brueche.common(p, q);
    return [a + c, n];
  },
  same: ([a, b], [c, d]) => b !== 0 && d !== 0 && a * d === c * b,
  text: ([a, b]) => `${a}/${b}`,
};
