import { paths } from '@twostroke/shared/contracts/paths';
import { brands } from '@twostroke/shared/domain/brands';
import { shop } from '@twostroke/shared/domain/shop';
import { Link } from '@twostroke/shared/router';
import { Drawer } from '@twostroke/shared/ui/drawer';
import { Icon } from '@twostroke/shared/ui/icon';
import { menu } from '@twostroke/shared/ui/icons';
import { closeModal, opensModal } from '@twostroke/shared/ui/modal';
import headerButton from './header-button.module.css';
import { MainNavigation } from './main-navigation.tsx';
import styles from './mobile-menu.module.css';

const menuId = 'menu';

/** The main navigation on a phone. The browser opens it by itself, also before the shell's code has come. */
export function MobileMenu({ className = '' }: { className?: string }) {
  const close = (): void => closeModal(menuId);
  return (
    <div className={className}>
      <button type="button" className={headerButton.button} aria-label="Menu" {...opensModal(menuId)}>
        <Icon path={menu} />
      </button>
      <Drawer id={menuId} title="Menu">
        <MainNavigation className={styles.links} onNavigate={close} />
        <h3 className={styles.heading}>Brands</h3>
        <ul className={styles.brands}>
          {brands.map(({ slug, name }) => (
            <li key={slug}>
              <Link to={paths.brand(slug)} onClick={close}>
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <p className={styles.call}>
          Rather ask a person? Call <a href={`tel:${shop.phone}`}>{shop.phoneShown}</a>.
        </p>
      </Drawer>
    </div>
  );
}
