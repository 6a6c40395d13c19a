/** Operations on dense matrices, which are stored row by row in a single array. */

/** Makes the columns of a tall matrix orthonormal in place. Dependent columns become zero. A second pass (`turns`) removes rounding errors. */
export function orthonormalise(matrix: Float32Array, rows: number, columns: number, turns = 1): void {
  for (let turn = 0; turn < turns; turn++) {
    const inverse = invertedRoot(gram(matrix, rows, columns), columns);
    const row = new Float64Array(columns);
    for (let r = 0; r < rows; r++) {
      const at = r * columns;
      for (let j = 0; j < columns; j++) {
        let sum = 0;
        for (let i = 0; i <= j; i++) sum += matrix[at + i]! * inverse[i * columns + j]!;
        row[j] = sum;
      }
      matrix.set(row, at);
    }
  }
}

/** Returns the Gram matrix: the products of all pairs of columns. */
export function gram(matrix: Float32Array, rows: number, columns: number): Float64Array {
  const product = new Float64Array(columns * columns);
  for (let r = 0; r < rows; r++) {
    const at = r * columns;
    for (let i = 0; i < columns; i++) {
      const value = matrix[at + i]!;
      if (value === 0) continue;
      const line = i * columns;
      for (let j = i; j < columns; j++) product[line + j]! += value * matrix[at + j]!;
    }
  }
  for (let i = 0; i < columns; i++) for (let j = 0; j < i; j++) product[i * columns + j] = product[j * columns + i]!;
  return product;
}

/** Returns the inverse of the upper Cholesky factor of a symmetric matrix. Columns without a positive pivot become zero. */
function invertedRoot(symmetric: Float64Array, n: number): Float64Array {
  const root = new Float64Array(n * n);
  let largest = 0;
  for (let i = 0; i < n; i++) largest = Math.max(largest, symmetric[i * n + i]!);
  for (let i = 0; i < n; i++) {
    for (let j = i; j < n; j++) {
      let sum = symmetric[i * n + j]!;
      for (let k = 0; k < i; k++) sum -= root[k * n + i]! * root[k * n + j]!;
      if (i === j) root[i * n + i] = sum > largest * 1e-10 ? Math.sqrt(sum) : 0;
      else root[i * n + j] = root[i * n + i] === 0 ? 0 : sum / root[i * n + i]!;
    }
  }
  const inverse = new Float64Array(n * n);
  for (let j = 0; j < n; j++) {
    if (root[j * n + j] === 0) continue;
    inverse[j * n + j] = 1 / root[j * n + j]!;
    for (let i = j - 1; i >= 0; i--) {
      if (root[i * n + i] === 0) continue;
      let sum = 0;
      for (let k = i + 1; k <= j; k++) sum += root[i * n + k]! * inverse[k * n + j]!;
      inverse[i * n + j] = -sum / root[i * n + i]!;
    }
  }
  return inverse;
}

/** Returns the eigenvalues of a symmetric matrix, largest first, and its eigenvectors as columns. Uses cyclic Jacobi rotations. */
export function eigen(symmetric: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const a = symmetric.slice();
  const v = new Float64Array(n * n);
  for (let i = 0; i < n; i++) v[i * n + i] = 1;
  let total = 0;
  for (const value of a) total += value * value;
  for (let sweep = 0; sweep < 20; sweep++) {
    let off = 0;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) off += a[p * n + q]! * a[p * n + q]!;
    if (off <= total * 1e-14) break;
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, v, n, p, q);
  }
  const order = Array.from({ length: n }, (_, i) => i).sort((x, y) => a[y * n + y]! - a[x * n + x]! || x - y);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) vectors[i * n + to] = v[i * n + from]!;
  });
  return { values: Float64Array.from(order, (i) => a[i * n + i]!), vectors };
}

function rotate(a: Float64Array, v: Float64Array, n: number, p: number, q: number): void {
  const apq = a[p * n + q]!;
  if (apq === 0) return;
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * apq);
  const t = (theta >= 0 ? 1 : -1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
  const c = 1 / Math.sqrt(t * t + 1);
  const s = t * c;
  for (let k = 0; k < n; k++) {
    const x = a[k * n + p]!;
    const y = a[k * n + q]!;
    a[k * n + p] = c * x - s * y;
    a[k * n + q] = s * x + c * y;
  }
  for (let k = 0; k < n; k++) {
    const x = a[p * n + k]!;
    const y = a[q * n + k]!;
    a[p * n + k] = c * x - s * y;
    a[q * n + k] = s * x + c * y;
    const x2 = v[k * n + p]!;
    const y2 = v[k * n + q]!;
    v[k * n + p] = c * x2 - s * y2;
    v[k * n + q] = s * x2 + c * y2;
  }
}
