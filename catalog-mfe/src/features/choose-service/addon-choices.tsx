import { formatKm } from '@twostroke/shared/domain/figures';
import { formatDuration } from '@twostroke/shared/domain/duration';
import { Button } from '@twostroke/shared/ui/button';
import { Choice } from '@twostroke/shared/ui/choice';
import { Choices } from '@twostroke/shared/ui/choices';
import { Price } from '@twostroke/shared/ui/price';
import { Text } from '@twostroke/shared/ui/text';
import { useState } from 'react';
import styles from './addon-choices.module.css';
import { firstAddons, sentenceOfIncluded, splitAddons } from './included-addons.ts';
import type { Addon } from './read-addons.ts';

export interface AddonChoicesProps {
  packageSlug: string;
  /** All add-ons that fit the bike. */
  addons: readonly Addon[];
  chosen: readonly Addon[];
  /** Add-ons that the job card names as not included. */
  leftOut: ReadonlySet<string>;
  onToggle: (addon: Addon) => void;
}

/** Add-ons that fit this bike and are not part of the service; ticking one puts it into the cart. */
export function AddonChoices({ packageSlug, addons, chosen, leftOut, onToggle }: AddonChoicesProps) {
  const [all, setAll] = useState(false);
  // The first rows are chosen once: a row must not move while the customer ticks it. By slug: a page that reloads its
  // data has new objects.
  const [first] = useState(
    () => new Set(firstAddons(splitAddons(addons, packageSlug).offered, chosen, leftOut).map((one) => one.addon_slug)),
  );
  const { offered, included } = splitAddons(addons, packageSlug);
  const shown = offered.filter((addon) => all || first.has(addon.addon_slug) || chosen.includes(addon));
  return (
    <div className={styles.addons}>
      <Choices legend="Add-ons that fit">
        {shown.map((addon) => (
          <Choice
            key={addon.addon_slug}
            type="checkbox"
            title={addon.name}
            note={noteOf(addon)}
            end={<Price rupees={addon.price} size="s" />}
            checked={chosen.includes(addon)}
            onChange={() => onToggle(addon)}
          />
        ))}
      </Choices>
      {shown.length < offered.length && (
        <Button variant="quiet" small onClick={() => setAll(true)}>
          All {offered.length} add-ons
        </Button>
      )}
      {included.length > 0 && (
        <Text size="small" muted>
          {sentenceOfIncluded(included)}
        </Text>
      )}
    </div>
  );
}

function noteOf({ summary, minutes, min_odometer_km }: Addon): string {
  const parts = [
    summary.replace(/\.$/, ''),
    min_odometer_km !== null && `from ${formatKm(min_odometer_km)} on`,
    minutes > 0 && formatDuration(minutes),
  ];
  return parts.filter((part) => part !== false).join(', ');
}
