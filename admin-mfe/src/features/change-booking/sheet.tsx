import { Modal, type ModalProps } from '@twostroke/shared/ui/modal';

export type SheetProps = ModalProps;

/** One record beside a list: slides in from the right, 736 px, full width on a phone. */
export function Sheet(props: SheetProps) {
  return <Modal kind="sheet" {...props} />;
}
