import { expect, test } from 'vitest'
import { nearestTown, townNamed } from './towns.server.ts'

test('a toll or a pump that is called by one large town lies in it; every other name is no place', () => {
  expect(townNamed('Carcavelos A5')?.name).toBe('Carcavelos')
  expect(townNamed('PRIO SACAVEM')?.name).toBe('Sacavém')
  expect(townNamed('Loures A8')?.name).toBe('Loures')
  for (const name of [
    // None of these names one town: not a town, several towns, part of a town's name, a code, or nothing at all.
    'Ponte 25 de Abril',
    'Maia',
    'Castelo Branco',
    'Alverca A1',
    'Lisboa Oeste Área de Serviço',
    'LSB-90100',
    'A1',
    '',
  ])
    expect(townNamed(name), name).toBeNull()
})

test('a position is near the town that people would name', () => {
  expect(nearestTown(38.7167, -9.1333)).toEqual({ name: 'Lisboa', kilometres: 0 })
  expect(nearestTown(41.1496, -8.611)).toEqual({ name: 'Porto', kilometres: 0 })
  // A place on the motorway in the Alentejo, far from any town.
  const far = nearestTown(38.05, -8.15)
  expect(far?.kilometres).toBeGreaterThan(5)
})
