import { Modal, type ModalProps } from './modal.tsx';

export type DrawerProps = ModalProps;

/** The cart: slides in from the right, 432 px, full width on a phone. */
export function Drawer(props: DrawerProps) {
  return <Modal kind="drawer" {...props} />;
}
