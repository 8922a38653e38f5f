package shop.stock;

public class WarehouseDownException extends RuntimeException {

    public WarehouseDownException(String message) {
        super(message);
    }
}
