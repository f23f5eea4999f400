/**
 * QR codes of ISO/IEC 18004, as far as the address of an authenticator app needs them: bytes, error correction level M,
 * versions 1 to 10 (213 bytes at most).
 */

/** Of each version: codewords of error correction in a block, and the data codewords of its blocks. */
const BLOCKS: readonly { correction: number; data: readonly number[] }[] = [
  { correction: 10, data: [16] },
  { correction: 16, data: [28] },
  { correction: 26, data: [44] },
  { correction: 18, data: [32, 32] },
  { correction: 24, data: [43, 43] },
  { correction: 16, data: [27, 27, 27, 27] },
  { correction: 18, data: [31, 31, 31, 31] },
  { correction: 22, data: [38, 38, 39, 39] },
  { correction: 22, data: [36, 36, 36, 37, 37] },
  { correction: 26, data: [43, 43, 43, 43, 44] },
]
/** Where the alignment patterns of each version are centred. */
const ALIGNMENTS: readonly (readonly number[])[] = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
]

/** The modules of a code, row by row, `true` is dark; without the quiet zone. A text beyond 213 bytes is a defect. */
export function qrCode(text: string): boolean[][] {
  const bytes = [...new TextEncoder().encode(text)]
  const version = 1 + BLOCKS.findIndex(({ data }, index) => bytes.length <= sum(data) - (index < 9 ? 2 : 3))
  const blocks = BLOCKS[version - 1]
  if (!blocks) throw new RangeError('The text is too long for this QR code.')
  const codewords = interleaved(dataCodewords(bytes, sum(blocks.data), version), blocks)
  const grid = new Grid(version)
  grid.draw(codewords)
  return grid.modules
}

function dataCodewords(bytes: readonly number[], capacity: number, version: number): number[] {
  const bits: number[] = []
  const put = (value: number, length: number) => {
    for (let place = length - 1; place >= 0; place--) bits.push((value >>> place) & 1)
  }
  put(4, 4)
  put(bytes.length, version < 10 ? 8 : 16)
  for (const byte of bytes) put(byte, 8)
  put(0, Math.min(4, capacity * 8 - bits.length))
  put(0, (8 - (bits.length % 8)) % 8)
  const words = Array.from({ length: bits.length / 8 }, (_, index) =>
    bits.slice(index * 8, index * 8 + 8).reduce((word, bit) => word * 2 + bit, 0),
  )
  for (let pad = 0xec; words.length < capacity; pad ^= 0xec ^ 0x11) words.push(pad)
  return words
}

/** The blocks with their error correction, one codeword of each in turn. */
function interleaved(words: readonly number[], { correction, data }: (typeof BLOCKS)[number]): number[] {
  let start = 0
  const blocks = data.map((length) => words.slice(start, (start += length)))
  const generator = generatorOf(correction)
  const corrections = blocks.map((block) => remainderOf(block, generator))
  const turns = (lists: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(...lists.map(({ length }) => length)) }, (_, turn) =>
      lists.flatMap((list) => list.slice(turn, turn + 1)),
    ).flat()
  return [...turns(blocks), ...turns(corrections)]
}

/** Product in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1. */
function product(a: number, b: number): number {
  let result = 0
  for (let place = 7; place >= 0; place--) {
    result = (result << 1) ^ ((result >>> 7) * 0x11d)
    result ^= ((b >>> place) & 1) * a
  }
  return result
}

function generatorOf(degree: number): number[] {
  const result = [...Array<number>(degree - 1).fill(0), 1]
  let root = 1
  for (let round = 0; round < degree; round++) {
    for (let index = 0; index < degree; index++) {
      result[index] = product(result[index]!, root) ^ (result[index + 1] ?? 0)
    }
    root = product(root, 2)
  }
  return result
}

function remainderOf(data: readonly number[], generator: readonly number[]): number[] {
  const result = generator.map(() => 0)
  for (const word of data) {
    const factor = word ^ result.shift()!
    result.push(0)
    generator.forEach((coefficient, index) => (result[index]! ^= product(coefficient, factor)))
  }
  return result
}

class Grid {
  readonly modules: boolean[][]
  readonly #version: number
  readonly #size: number
  /** Modules that belong to the patterns, and hold no data. */
  readonly #taken: boolean[][]

  constructor(version: number) {
    this.#version = version
    this.#size = version * 4 + 17
    this.modules = Array.from({ length: this.#size }, () => Array<boolean>(this.#size).fill(false))
    this.#taken = Array.from({ length: this.#size }, () => Array<boolean>(this.#size).fill(false))
  }

  /** Patterns, then the data under the first mask that the standard lists: any may be used to be read. */
  draw(codewords: readonly number[]): void {
    for (let place = 0; place < this.#size; place++) {
      this.#set(6, place, place % 2 === 0)
      this.#set(place, 6, place % 2 === 0)
    }
    const last = this.#size - 4
    for (const [x, y] of [
      [3, 3],
      [last, 3],
      [3, last],
    ] as const)
      this.#finder(x, y)
    this.#alignments()
    this.#format()
    this.#versionBits()
    this.#data(codewords)
  }

  #set(x: number, y: number, isDark: boolean): void {
    const row = this.modules[y]
    if (!row || x < 0 || x >= this.#size) return
    row[x] = isDark
    this.#taken[y]![x] = true
  }

  #finder(x: number, y: number): void {
    for (let dy = -4; dy <= 4; dy++) {
      for (let dx = -4; dx <= 4; dx++) {
        const distance = Math.max(Math.abs(dx), Math.abs(dy))
        this.#set(x + dx, y + dy, distance !== 2 && distance !== 4)
      }
    }
  }

  #alignments(): void {
    const centres = ALIGNMENTS[this.#version - 1]!
    const last = centres.at(-1)
    for (const y of centres) {
      for (const x of centres) {
        const isFinder = (x === 6 && y === 6) || (x === 6 && y === last) || (x === last && y === 6)
        if (isFinder) continue
        for (let dy = -2; dy <= 2; dy++)
          for (let dx = -2; dx <= 2; dx++) this.#set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1)
      }
    }
  }

  /** Level M and mask 0, protected and masked as the standard says. */
  #format(): void {
    const bits = FORMAT_M0
    const bit = (place: number) => ((bits >>> place) & 1) !== 0
    for (let place = 0; place <= 5; place++) this.#set(8, place, bit(place))
    this.#set(8, 7, bit(6))
    this.#set(8, 8, bit(7))
    this.#set(7, 8, bit(8))
    for (let place = 9; place < 15; place++) this.#set(14 - place, 8, bit(place))
    for (let place = 0; place < 8; place++) this.#set(this.#size - 1 - place, 8, bit(place))
    for (let place = 8; place < 15; place++) this.#set(8, this.#size - 15 + place, bit(place))
    this.#set(8, this.#size - 8, true)
  }

  /** From version 7 on the code says which it is. */
  #versionBits(): void {
    if (this.#version < 7) return
    let remainder = this.#version
    for (let round = 0; round < 12; round++) remainder = (remainder << 1) ^ ((remainder >>> 11) * 0x1f25)
    const bits = (this.#version << 12) | remainder
    for (let place = 0; place < 18; place++) {
      const isDark = ((bits >>> place) & 1) !== 0
      const [a, b] = [this.#size - 11 + (place % 3), Math.floor(place / 3)]
      this.#set(a, b, isDark)
      this.#set(b, a, isDark)
    }
  }

  /** Two columns at a time from the right, up and down in turn, past the patterns. */
  #data(codewords: readonly number[]): void {
    let place = 0
    for (let right = this.#size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5
      for (let step = 0; step < this.#size; step++) {
        for (const x of [right, right - 1]) {
          const isUpward = ((right + 1) & 2) === 0
          const y = isUpward ? this.#size - 1 - step : step
          if (this.#taken[y]![x]) continue
          const bit = ((codewords[place >>> 3] ?? 0) >>> (7 - (place & 7))) & 1
          this.modules[y]![x] = (bit !== 0) !== ((x + y) % 2 === 0)
          place++
        }
      }
    }
  }
}

const FORMAT_M0 = 0b101010000010010

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0)
}
