import {
  type Mishap,
  type Service,
  type ServiceOrder,
  type ServiceState,
  startBoltService,
} from '#demo/services/bolt-service.ts'

/** The credentials that the tests' service accepts; the secret is only in the service and in typed fields. */
export const BOLT_CLIENT = { id: 'frota-de-teste', secret: 'S3gredo-plantado-9f2c' }

const second = (at: Temporal.Instant) => Math.floor(at.epochMilliseconds / 1_000)

/** A finished order that was created at `at` and ended twenty minutes later. */
export function boltOrder(at: Temporal.Instant, more: Partial<ServiceOrder> = {}): ServiceOrder {
  const created = second(at)
  return {
    order_reference: Buffer.from(`ride-${created}-1`).toString('base64'),
    order_status: 'finished',
    driver_uuid: 'd-1',
    driver_name: 'Nome de motorista',
    driver_phone: '+351912345678',
    vehicle_license_plate: 'ZX-11-TA',
    vehicle_model: 'Toyota Corolla',
    payment_method: 'app_payment',
    order_created_timestamp: created,
    order_accepted_timestamp: created + 20,
    order_pickup_timestamp: created + 300,
    order_drop_off_timestamp: created + 1_200,
    order_finished_timestamp: created + 1_210,
    order_cancelled_timestamp: null,
    payment_confirmed_timestamp: created + 1_300,
    reviewed: created + 1_300,
    ride_distance: 6_250,
    order_price: {
      ride_price: 12.3,
      booking_fee: 0.5,
      toll_fee: 1.85,
      cancellation_fee: 0,
      tip: 1,
      commission: 2.46,
      net_earnings: 13.19,
    },
    ...more,
  }
}

export function boltState(at: Temporal.Instant, state: string, driver = 'd-1'): ServiceState {
  return { driver_uuid: driver, vehicle_uuid: 'v-1', state, created: second(at) }
}

export type BoltFleet = {
  orders: ServiceOrder[]
  states: ServiceState[]
  drivers?: { id: string; email?: string }[]
  mishap: (path: string) => Mishap | null
}

/** A service whose fleet a test may change while it runs; `now` is its clock. */
export function aBoltService(fleet: BoltFleet, now: Temporal.Instant): Promise<Service> {
  return startBoltService({
    clients: [BOLT_CLIENT],
    companies: [
      {
        id: 63_530,
        name: 'Rotas Lusas',
        drivers: (fleet.drivers ?? [{ id: 'd-1' }]).map(({ id, email }) => ({
          driver_uuid: id,
          first_name: 'Nome',
          last_name: 'de motorista',
          email: email ?? `${id}@example.org`,
          phone: '+351912345678',
          state: 'active',
        })),
        vehicles: [{ uuid: 'v-1', reg_number: 'ZX-11-TA', model: 'Corolla', state: 'active' }],
        orders: () => fleet.orders,
        states: () => fleet.states,
      },
    ],
    now: () => second(now),
    mishap: ({ path }) => fleet.mishap(path.split('/').at(-1) ?? ''),
  })
}
