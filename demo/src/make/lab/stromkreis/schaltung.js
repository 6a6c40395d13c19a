// Behaviour of the circuit: arithmetic without drawing.
'use strict';

globalThis.Schaltung = {
  ohm: 15,
  voltPerCell: 1.5,

  /** Takes `{ circuit, cells, closed, lamps: [present, present] }`. Returns voltage and current of every lamp. */
  solve(state) {
    const volts = state.cells * this.voltPerCell;
    const [one, two] = state.lamps;
    const off = { volts, lamps: [0, 0], amps: 0 };
    if (!state.closed) return off;
    if (state.circuit === 'single') return one ? { volts, lamps: [volts, 0], amps: volts / this.ohm } : off;
    if (state.circuit === 'series') return one && two ? { volts, lamps: [volts / 2, volts / 2], amps: volts / (2 * this.ohm) } : off;
    const lamps = [one ? volts : 0, two ? volts : 0];
    return { volts, lamps, amps: (lamps[0] + lamps[1]) / this.ohm };
  },

  /** Returns the paths of the wires and the positions of the parts, in drawing units. */
  plan(circuit) {
    if (circuit === 'single')
      return {
        lamps: [[360, 96]],
        wires: ['M120 320V96H600V320H120'],
        loops: [
          [
            [120, 320],
            [120, 96],
            [600, 96],
            [600, 320],
            [120, 320],
          ],
        ],
      };
    if (circuit === 'series')
      return {
        lamps: [
          [260, 96],
          [460, 96],
        ],
        wires: ['M120 320V96H600V320H120'],
        loops: [
          [
            [120, 320],
            [120, 96],
            [600, 96],
            [600, 320],
            [120, 320],
          ],
        ],
      };
    return {
      lamps: [
        [360, 96],
        [360, 216],
      ],
      wires: ['M120 320V96H600V320H120', 'M120 216H600'],
      loops: [
        [
          [120, 320],
          [120, 96],
          [600, 96],
          [600, 320],
          [120, 320],
        ],
        [
          [120, 320],
          [120, 216],
          [600, 216],
          [600, 320],
          [120, 320],
        ],
      ],
    };
  },
};
