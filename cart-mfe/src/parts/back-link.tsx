import { ButtonLink } from '@twostroke/shared/ui/button-link';
import { Icon } from '@twostroke/shared/ui/icon';
import { back } from '@twostroke/shared/ui/icons';
import { stepPath, type Step } from '../model/steps.ts';

/** "Back to place". */
export function BackLink({ to, children }: { to: Step; children: string }) {
  return (
    <ButtonLink variant="quiet" to={stepPath(to)}>
      <Icon path={back} small /> {children}
    </ButtonLink>
  );
}
