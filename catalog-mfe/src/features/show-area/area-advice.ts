import type { ServiceMode } from '@twostroke/shared/domain/booking-form';
import type { areas } from '@twostroke/shared/domain/areas';

export type AreaSlug = (typeof areas)[number]['slug'];

export interface AreaAdvice {
  /** The mode we advise for most bikes there. */
  mode: ServiceMode;
  /** The same with its exception, as one sentence. */
  words: string;
  /** Slugs of the packages that its roads call for, most important first. */
  packages: readonly string[];
}

/** The workshop's advice by area: the same that each area's story explains at length. */
const advice: Record<AreaSlug, AreaAdvice> = {
  kondhwa: {
    mode: 'doorstep',
    words: 'We come to your gate in the societies off NIBM Road. From the steep old lanes, choose pickup.',
    packages: ['brake-service', 'general-service', 'clutch-plate-replacement'],
  },
  katraj: {
    mode: 'doorstep',
    words: 'We come to your gate in the colonies. At the chowk or along the highway, choose pickup.',
    packages: ['long-ride-prep', 'chain-cleaning', 'brake-service'],
  },
  camp: {
    mode: 'pickup',
    words: 'We advise pickup for most of Camp. If you have a compound or a yard, we come to your gate.',
    packages: ['oil-change', 'battery-replacement', 'general-service'],
  },
  undri: {
    mode: 'doorstep',
    words: 'We come to your gate in the towers. Where the society says no, choose pickup.',
    packages: ['general-service', 'chain-cleaning', 'cvt-service'],
  },
  wanowrie: {
    mode: 'doorstep',
    words: 'We come to your gate in nearly all of Wanowrie. In the quarters, leave a name at the gate.',
    packages: ['basic-service', 'oil-change', 'battery-replacement'],
  },
  'fatima-nagar': {
    mode: 'pickup',
    words: 'We advise pickup from the main road. Where the building has a yard, we come to your gate.',
    packages: ['brake-service', 'clutch-plate-replacement', 'brake-pad-replacement'],
  },
  'lulla-nagar': {
    mode: 'doorstep',
    words: 'We come to your gate on the quiet side of the road. Close to the chowk, choose pickup.',
    packages: ['brake-service', 'oil-change', 'general-service'],
  },
  'kausar-baugh': {
    mode: 'doorstep',
    words: 'We come to your gate where the mechanic can walk around the bike. If that is the road, choose pickup.',
    packages: ['general-service', 'brake-pad-replacement', 'cvt-service'],
  },
  mohammedwadi: {
    mode: 'doorstep',
    words: 'We come to your gate in the societies. Where the road in front is closed, we move you at no charge.',
    packages: ['brake-service', 'general-service', 'suspension-service'],
  },
  pisoli: {
    mode: 'doorstep',
    words: 'We come to your gate. When rain turns the lane to mud, choose pickup.',
    packages: ['long-ride-prep', 'chain-cleaning', 'brake-service'],
  },
  handewadi: {
    mode: 'pickup',
    words: 'We advise pickup from hostels and shared flats. In the societies we come to your gate.',
    packages: ['basic-service', 'general-service', 'chain-cleaning'],
  },
  'salunkhe-vihar': {
    mode: 'doorstep',
    words: 'We come to your gate: parking here is covered and level. Give the building, not the shop.',
    packages: ['general-service', 'battery-replacement', 'oil-change'],
  },
};

const elsewhere: AreaAdvice = {
  mode: 'doorstep',
  words: 'We come to your gate where the ground is level. Where it is not, choose pickup.',
  packages: ['general-service', 'brake-service', 'oil-change'],
};

/** Advice for an area; an area added to the database later gets the general one. */
export function adviceFor(areaSlug: string): AreaAdvice {
  return areaSlug in advice ? advice[areaSlug as AreaSlug] : elsewhere;
}
